import { normalizeTag } from '@ats/contract/epc.ts'

const tagColumn = /^(epc|epc ?hex|id ?hex|tag|tag ?id|rfid|rfid ?tag|rfid ?tag ?id)$/i

const cellsOf = (line: string) => line.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))

/** The form in which the server compares tags. */
export const tagOf = (text: string) => normalizeTag(text).toUpperCase()

/** The tags in a pasted text or a file: one per line, or the column with a heading for tags. */
export function tagsIn(text: string): string[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map(cellsOf)
  const headed = (lines[0] ?? []).findIndex((cell) => tagColumn.test(cell))
  const rows = headed === -1 ? lines : lines.slice(1)
  return rows.map((cells) => tagOf(cells[Math.max(0, headed)] ?? '')).filter((tag) => tag !== '')
}
