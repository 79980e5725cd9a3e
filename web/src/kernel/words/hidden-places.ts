import { m } from '#texts'

type Person = { countsBlind?: readonly { name: string }[] }

/**
 * One sentence for each place that the person counts blind. A user stored by an earlier version has no
 * `countsBlind`.
 */
export const hiddenTexts = (person: Person | undefined): string[] => [
  ...new Set(person?.countsBlind?.map(({ name }) => m.counted_blind_hidden({ place: name }))),
]
