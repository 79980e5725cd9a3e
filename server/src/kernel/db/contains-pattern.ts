import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** A pattern for `like` and `ilike` that matches texts that contain this one, with special characters escaped. */
export const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** More words would multiply the ways in which they can match. */
const mostWords = 4

/** The words of a search text. The words after the first three are searched as one text. */
export function wordsOf(search: string): string[] {
  const words = [...new Set(search.split(/\s+/).filter(Boolean))]
  if (words.length === 0) return [search]
  const others = words.slice(mostWords - 1).join(' ')
  return [...words.slice(0, mostWords - 1), ...(others === '' ? [] : [others])]
}

/** True if the test holds for every word, so that their order does not matter. */
export const forEachWord = (search: string, test: (word: string) => RawBuilder<unknown>) =>
  sql<SqlBool>`(${sql.join(wordsOf(search).map(test), sql` and `)})`

/** True if the text contains every word; each word can use a trigram index. */
export const containsWords = (text: RawBuilder<unknown>, search: string) =>
  forEachWord(search, (word) => sql`${text} ilike ${containing(word)}`)
