import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import type { Message } from '@ats/contract/problems.ts'
import { Problem, problemOf } from '#kernel/http/problem.ts'

const program = join(import.meta.dirname, 'xlsx-to-csv.ts')
const longestMs = 30 * 60_000
const memoryMb = 512

/**
 * The sheets of a workbook as one CSV; at the end `leftOut` is called with the number of sheets that are not
 * part of it. A crafted workbook can exhaust memory, so a separate process opens it, with limits on time and
 * memory. The last line of its error output says why it gave up.
 */
export function csvFromXlsx(path: string, leftOut: (sheets: number) => void, signal: AbortSignal) {
  const text = new PassThrough()
  const child = spawn(process.execPath, [`--max-old-space-size=${memoryMb}`, program, path], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: longestMs,
    killSignal: 'SIGKILL',
    signal,
    env: { PATH: process.env.PATH, NODE_NO_WARNINGS: '1' },
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (words: string) => {
    said = (said + words).slice(-2000)
  })
  child.on('error', (error) => text.destroy(error))
  child.on('close', (code) => {
    if (code === 0) {
      leftOut(Number(/^left out: (\d+)$/m.exec(said)?.[1] ?? 0))
      text.end()
      return
    }
    const refused = /^refused: (\{.*\})$/m.exec(said)?.[1]
    text.destroy(
      refused === undefined ? new Problem('workbook-too-large') : problemOf(JSON.parse(refused) as Message),
    )
  })
  text.on('close', () => child.kill('SIGKILL'))
  child.stdout.pipe(text, { end: false })
  return { delimiter: ',', text }
}
