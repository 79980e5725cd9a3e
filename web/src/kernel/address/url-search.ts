/** The parameters of an address: each screen reads its own by `useUrlState`, and drops what it cannot read. */
export type UrlSearch = { [name: string]: string | string[] | undefined }

/** Addresses stay plain text: '123' is a tag that happens to be digits, never a number. */
export function parseSearch(text: string): UrlSearch {
  const search: UrlSearch = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const before = search[name]
    search[name] = before === undefined ? value : [before, value].flat()
  }
  return search
}

export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value === undefined || value === null) continue
    for (const item of [value].flat()) params.append(name, String(item))
  }
  return params.size === 0 ? '' : `?${params}`
}
