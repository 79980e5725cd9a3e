import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { root, sourceFiles } from '../sources.ts'

/** Words that readers stumble over, with what to write instead. */
const banned: { pattern: RegExp; instead: string }[] = [
  { pattern: /\bwhoever\b/gi, instead: 'the person who' },
  { pattern: /\banew\b/gi, instead: 'again' },
  { pattern: /\bstands in\b/gi, instead: 'is in' },
  { pattern: /\b(?:is|are) told\b/gi, instead: 'is notified, or name the message' },
  { pattern: /\bmend(?:s|ed|ing)?\b/gi, instead: 'fix' },
  { pattern: /\bbeside\b/gi, instead: 'next to' },
]

export type Page = { path: string; text: string }

export function markdownPages(pattern = '**/*.md'): Page[] {
  return sourceFiles(pattern).map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

/** Text without code blocks and comments, which no rule of language applies to. */
const withoutBlocks = (text: string) =>
  text.replaceAll(/^( *)(```|~~~).*?^\1\2 *$/gms, '').replaceAll(/<!--.*?-->/gs, '')

const withoutCode = (text: string) => text.replaceAll(/`[^`\n]*`/g, 'code')

export function bannedWords({ path, text }: Page): string[] {
  const prose = withoutCode(withoutBlocks(text))
  return banned.flatMap(({ pattern, instead }) =>
    [...prose.matchAll(pattern)].map(({ 0: word, index }) => {
      const around = prose.slice(Math.max(0, index - 40), index + 40).replaceAll(/\s+/g, ' ')
      return `${path}: '${word}' → ${instead} (… ${around} …)`
    }),
  )
}

const onlyLinks = /^(?:\[[^\]]*\]\([^)]*\)[\s·,|]*)+$/

/** Paragraphs and items of lists; tables, headings, pictures and lists of links have no sentences. */
function paragraphs(text: string): string[] {
  const lines = withoutBlocks(text)
    .split('\n')
    .filter((line) => !/^\s*([|<]|#{1,6} |!\[|\[!\[)/.test(line))
  return lines
    .join('\n')
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )/)
    .map((part) => part.trim())
    .filter((part) => part !== '' && !/^(?:[-*]|\d+\.) \[/.test(part) && !onlyLinks.test(part))
    .map((part) => part.replace(/^>? ?(?:[-*]|\d+\.) /, ''))
}

/** The words of each sentence of a page. A name in code or a link counts as the words that a person reads. */
export function sentencesOf({ text }: Page): string[][] {
  return paragraphs(text)
    .map((part) => withoutCode(part).replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1'))
    .flatMap((part) => part.split(/(?<=[.!?।][)*”’'"]*)\s+/))
    .map((sentence) => sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)))
    .filter((words) => words.length > 0)
}

/** The name that GitHub gives a heading in an address. */
function slugOf(heading: string): string {
  const words = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').trim()
  return words
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')
}

function anchorsOf(text: string): Set<string> {
  const anchors = new Set([...text.matchAll(/\bid="([^"]+)"/g)].map(([, id = '']) => id))
  for (const [, heading = ''] of withoutBlocks(text).matchAll(/^#{1,6} +(.+)$/gm)) {
    const slug = slugOf(heading)
    let name = slug
    for (let count = 1; anchors.has(name); count++) name = `${slug}-${count}`
    anchors.add(name)
  }
  return anchors
}

export type Link = { from: string; to: string; path: string; anchor: string }

/** The links of a page that stay in the project. */
export function linksOf({ path, text }: Page): Link[] {
  const prose = withoutBlocks(text).replaceAll(/`[^`\n]*`/g, '')
  const targets = [
    ...prose.matchAll(/\]\(([^)\s]+)(?: "[^"]*")?\)/g),
    ...prose.matchAll(/\b(?:href|src)="([^"]+)"/g),
  ]
  return targets
    .map(([, to = '']) => to)
    .filter((to) => !/^[a-z]+:/i.test(to))
    .map((to) => {
      const [file = '', anchor = ''] = to.split('#')
      return { from: path, to, path: file === '' ? path : normalize(join(dirname(path), file)), anchor }
    })
}

export function isBroken({ path, anchor }: Link): boolean {
  const file = join(root, path)
  if (!existsSync(file)) return true
  if (anchor === '' || !path.endsWith('.md')) return false
  return !anchorsOf(readFileSync(file, 'utf8')).has(decodeURIComponent(anchor))
}

/** The pages that links lead to from one page on; a folder opens its README. */
export function reachable(start: string, pages: Page[]): Set<string> {
  const byPath = new Map(pages.map((page) => [page.path, page]))
  const found = new Set<string>()
  const waiting = [start]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const page = byPath.get(path)
    if (page === undefined || found.has(path)) continue
    found.add(path)
    for (const link of linksOf(page)) {
      const file = join(root, link.path)
      const isFolder = existsSync(file) && statSync(file).isDirectory()
      waiting.push(isFolder ? join(link.path, 'README.md') : link.path)
    }
  }
  return found
}
