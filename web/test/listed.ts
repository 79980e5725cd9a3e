/** An id of its own for each number. */
export const idOf = (number: number) => `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`

export const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()

/** What a list says of itself where one page holds all of it. */
export const onePage = (total: number) => ({
  ...{ total, totalIsExact: true, from: Math.min(total, 1) },
  ...{ previous: null, next: null, last: null },
})
