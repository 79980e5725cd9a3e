import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'

const newline = 10
let kept: Buffer | undefined

/**
 * 100,000 passwords in lower case, one a line, sorted; `scripts/common-passwords.ts` writes the file. They are
 * kept as bytes: a set of texts takes six times the memory.
 */
function list(): Buffer {
  kept ??= brotliDecompressSync(readFileSync(new URL('common-passwords.txt.br', import.meta.url)))
  return kept
}

export function isCommonPassword(password: string): boolean {
  const lines = list()
  const wanted = Buffer.from(password.toLowerCase())
  let [from, to] = [0, lines.length]
  while (from < to) {
    const middle = (from + to) >> 1
    const start = middle === from ? from : lines.lastIndexOf(newline, middle - 1) + 1
    const end = lines.indexOf(newline, start)
    const order = wanted.compare(lines, start, end)
    if (order === 0) return true
    if (order < 0) to = start
    else from = end + 1
  }
  return false
}
