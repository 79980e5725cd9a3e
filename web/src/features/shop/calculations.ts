const mostPages = 10

/** Up to ten page numbers around the current one. */
export function pagesAround(current: number, last: number): number[] {
  const first = Math.max(1, Math.min(current - mostPages / 2, last - mostPages + 1))
  return Array.from({ length: Math.min(mostPages, last) }, (_, at) => first + at)
}

/** The next number of the form 1, 2 or 5 times a power of ten, so that four steps reach the highest bar. */
export function stepFor(highest: number): number {
  const rough = Math.max(highest, 1) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  return ([1, 2, 5, 10].find((one) => one * power >= rough) ?? 10) * power
}

/** 'Büro & Möbel' becomes 'buro-mobel', for use in an address. */
export const slugOf = (title: string) =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 200)
