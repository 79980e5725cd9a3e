import type { ViewSchedule } from '@ats/contract/views.ts'
import { PlaceName } from '#features/places/places.ts'
import { m } from '#texts'
import type { ConflictFields } from '#ui/form/conflict-fields.ts'
import { scheduleText } from './view-texts.ts'

/** The fields of a view in the conflict dialog; its owner may have changed them in another tab. */
export const viewFields = (): ConflictFields => ({
  name: { label: m.views_name() },
  placeId: { label: m.views_shared_in(), show: (id: string) => <PlaceName value={id} /> },
  schedule: { label: m.views_mail(), show: (schedule: ViewSchedule) => scheduleText(schedule) },
  filter: {
    label: m.audit_field_filter(),
    show: (filter: Record<string, string>) => Object.values(filter).join(', ') || m.assets_nothing(),
  },
})
