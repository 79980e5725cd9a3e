import { normalizeTag } from '@ats/contract/epc.ts'

const longestTag = 128

/** The format of nearly every tag. */
const usual = /^[0-9A-F]{1,128}$/

/** In capitals, as tags are compared; undefined if it cannot be a tag. */
export function tagOf(text: string): string | undefined {
  if (usual.test(text)) return text
  const tag = normalizeTag(text).toUpperCase()
  return tag === '' || tag.length > longestTag || /\p{Cc}/u.test(tag) || !tag.isWellFormed() ? undefined : tag
}
