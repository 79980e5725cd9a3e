/** A distinct id for each number. */
export const idOf = (number: number) => `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`

export const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()

/** The paging fields of a list that fits on one page. */
export const onePage = (total: number) => ({
  ...{ total, totalIsExact: true, from: Math.min(total, 1) },
  ...{ previous: null, next: null, last: null },
})
