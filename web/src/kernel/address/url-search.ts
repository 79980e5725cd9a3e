/**
 * The query parameters of the address. Each screen reads its own through `useUrlState`, which drops invalid
 * ones.
 */
export type UrlSearch = { [name: string]: string | string[] | undefined }

/** Parameters stay strings: '123' is a tag that happens to consist of digits, never a number. */
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
