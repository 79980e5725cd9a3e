import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../sources.ts'

/** Shell commands on a page. An HTML comment above them says what runs them, or why nothing does. */
export type Block = { page: string; line: number; text: string; runBy: string | null; notRun: string | null }

const fence = /^```(\w*)$/

/** Every fenced block of the page that is written for a shell. */
export function shellBlocks(page: string, text = readFileSync(join(root, page), 'utf8')): Block[] {
  const lines = text.split('\n')
  const blocks: Block[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const language = fence.exec(lines[at] ?? '')?.[1]
    if (language === undefined) continue
    const end = lines.indexOf('```', at + 1)
    const mark = lines[at - 1] ?? ''
    if (['sh', 'bash', 'shell', 'console'].includes(language))
      blocks.push({
        ...{ page, line: at + 1, text: `${lines.slice(at + 1, end).join('\n')}\n` },
        runBy: /^<!-- run by (\S+) -->$/.exec(mark)?.[1] ?? null,
        notRun: /^<!-- not run by a test: (.{10,}) -->$/.exec(mark)?.[1] ?? null,
      })
    at = end
  }
  return blocks
}

/** Commands of this project in running text or tables, such as `npm run bench -- assets`. */
export const mentionedCommands = (page: string) =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/`([^`\n]+)`/g)].flatMap(([, code = '']) => {
    const [, script = '', first = ''] = /\bnpm run (\w+)(?: --silent)?(?: -- (\w[\w-]*))?/.exec(code) ?? []
    return script === '' ? [] : [{ code, script, first }]
  })
