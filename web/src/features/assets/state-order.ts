const seeded = ['Working', 'Not-Working', 'UP']
const rankOf = (state: string) => (seeded.includes(state) ? seeded.indexOf(state) : seeded.length)

/** The states of every installation come first, in the order of the specification; other states keep their order. */
export const inStateOrder = (states: readonly string[]) => states.toSorted((a, b) => rankOf(a) - rankOf(b))
