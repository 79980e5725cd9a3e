import type {
  OwnFieldDefinition,
  OwnFieldGroup,
  OwnFieldOrder,
} from '@ats/contract/own-fields/definitions.ts'

export type Section = { group: OwnFieldGroup | null; fields: OwnFieldDefinition[] }

/** Active fields by group, in the order of forms; fields without a group come first. */
export function sectionsOf(
  fields: readonly OwnFieldDefinition[],
  groups: readonly OwnFieldGroup[],
): Section[] {
  const active = fields.filter(({ retired }) => !retired)
  const within = (id: string | null) => active.filter(({ group }) => (group?.id ?? null) === id)
  const without = within(null)
  return [
    ...(without.length > 0 ? [{ group: null, fields: without }] : []),
    ...groups.map((group) => ({ group, fields: within(group.id) })),
  ]
}

export const orderOf = (sections: readonly Section[]): OwnFieldOrder => ({
  groupIds: sections.flatMap(({ group }) => group?.id ?? []),
  fields: sections.flatMap(({ group, fields }) =>
    fields.map(({ id }) => ({ id, groupId: group?.id ?? null })),
  ),
})

export type Step = -1 | 1

/** The list with one entry a step further up or down; undefined at its end. */
function moved<T>(list: readonly T[], at: number, step: Step): T[] | undefined {
  const [one, other] = [list[at], list[at + step]]
  if (one === undefined || other === undefined) return undefined
  return list.map((entry, index) => (index === at ? other : index === at + step ? one : entry))
}

export function withFieldMoved(sections: readonly Section[], id: string, step: Step): Section[] | undefined {
  const home = sections.find(({ fields }) => fields.some((field) => field.id === id))
  const fields =
    home &&
    moved(
      home.fields,
      home.fields.findIndex((field) => field.id === id),
      step,
    )
  return fields && sections.map((section) => (section === home ? { ...section, fields } : section))
}

/** Fields without a group stay first. */
export function withGroupMoved(sections: readonly Section[], id: string, step: Step): Section[] | undefined {
  const at = sections.findIndex(({ group }) => group?.id === id)
  return sections[at + step]?.group ? moved(sections, at, step) : undefined
}
