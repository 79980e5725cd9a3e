export type Part = { text: string; at: number; isMatch: boolean }

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** Like the server: every word of the search text, or a tag that was typed with separators, in any case. */
function patternOf(text: string, search: string): RegExp | undefined {
  const tag = search.replace(/[\s:-]/g, '')
  const isTag = /^[0-9a-f]{8,}$/i.test(tag) && text.toLowerCase().includes(tag.toLowerCase())
  const words = isTag ? [tag] : search.split(/\s+/).filter(Boolean)
  if (words.length === 0) return undefined
  const longestFirst = words.toSorted((a, b) => b.length - a.length).map(escaped)
  // A letter is never separated from its vowel signs.
  return new RegExp(`((?:${longestFirst.join('|')})\\p{M}*)`, 'giu')
}

/** Splits a text into the parts that the search text matches and the parts between them. */
export function matchedParts(text: string, search: string): Part[] {
  const pattern = patternOf(text, search)
  if (pattern === undefined) return [{ text, at: 0, isMatch: false }]
  let at = 0
  const parts = text.split(pattern).map((part, index) => {
    const start = at
    at += part.length
    return { text: part, at: start, isMatch: index % 2 === 1 }
  })
  return parts.filter((part) => part.text !== '')
}
