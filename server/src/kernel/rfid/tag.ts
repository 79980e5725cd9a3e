import { normalizeTag } from '@ats/contract/epc.ts'

const longestTag = 128

/** In capitals, as tags are compared; undefined for what cannot be a tag. */
export function tagOf(text: string): string | undefined {
  const tag = normalizeTag(text).toUpperCase()
  return tag === '' || tag.length > longestTag || /\p{Cc}/u.test(tag) || !tag.isWellFormed() ? undefined : tag
}
