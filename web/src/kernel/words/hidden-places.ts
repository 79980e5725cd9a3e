import { m } from '#texts'

type Person = { countsBlind?: readonly { name: string }[] }

/** A sentence for each place that the person counts blind; what the browser kept of an earlier version names none. */
export const hiddenTexts = (person: Person | undefined): string[] => [
  ...new Set(person?.countsBlind?.map(({ name }) => m.counted_blind_hidden({ place: name }))),
]
