import { m } from '#texts'
import type { ConflictFields } from '#ui/form/conflict-fields.ts'
import type { Choice } from './queries.ts'

/** The fields of a record in the conflict dialog; `parent` is the selected place. */
export const masterFields = (parent: Choice | null = null): ConflictFields => ({
  name: { label: m.users_name() },
  parentId: {
    label: m.masters_belongs_to(),
    show: () => parent && [parent.path, parent.name].filter(Boolean).join(' > '),
  },
})
