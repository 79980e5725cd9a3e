import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, sourceFiles } from '../sources.ts'
import { bannedWords, isBroken, linksOf, markdownPages, reachable, sentencesOf } from './prose.ts'

const everyPage = markdownPages()
const docs = everyPage.filter(({ path }) => path.startsWith('docs/'))
const mostWords = 20

test('no page uses a word that people stumble over', () => {
  expect(docs.length).toBeGreaterThan(30)
  expect(everyPage.flatMap(bannedWords)).toEqual([])
})

test('no English text of a screen uses a word that people stumble over', () => {
  const path = 'web/messages/en.json'
  const texts = JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<string, unknown>
  const wrong = Object.entries(texts).flatMap(([key, text]) =>
    bannedWords({ path: `${path} ${key}`, text: JSON.stringify(text) }),
  )
  expect(wrong).toEqual([])
})

test(`sentences of a page have at most ${mostWords} words on average`, () => {
  const tooLong = docs.flatMap((page) => {
    const sentences = sentencesOf(page)
    const average = sentences.flat().length / Math.max(1, sentences.length)
    return average > mostWords ? [`${page.path}: ${average.toFixed(1)} words`] : []
  })
  expect(tooLong).toEqual([])
})

test('tables, code, headings and lists of links have no sentences', () => {
  const text = [
    '# A heading',
    'One `call()` here. It ends',
    'on [the next](x.md) line.',
    '| a | table |',
    '',
    '[Contents](#contents) · [More](#more)',
    '',
    '- [A link](y.md) and what is behind it',
    '- An item. Its second sentence',
    '```sh',
    'a command',
    '```',
  ].join('\n')
  const sentences = sentencesOf({ path: 'x.md', text }).map((words) => words.join(' '))
  expect(sentences).toEqual([
    'One code here.',
    'It ends on the next line.',
    'An item.',
    'Its second sentence',
  ])
})

test('every link to a file or heading leads somewhere', () => {
  const broken = everyPage.flatMap(linksOf).filter(isBroken)
  expect(broken.map(({ from, to }) => `${from}: ${to}`)).toEqual([])
})

test('every source file that a page names exists', () => {
  const files = [...sourceFiles(), 'server/src/kernel/db/tables.ts'].map((path) => `/${path}`)
  const missing = everyPage.flatMap(({ path, text }) =>
    [...text.matchAll(/`([\w./-]+\.tsx?)`/g)]
      .filter(([, name = '']) => !files.some((file) => file.endsWith(`/${name}`)))
      .map(([, name]) => `${path}: ${name}`),
  )
  expect(missing).toEqual([])
})

test('every page that a source or configuration file names exists', () => {
  const missing = sourceFiles('**/*.{ts,tsx,css,sh,sql,yaml,conf,cfg,service,timer}').flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/\bdocs\/[\w/-]+\.md\b/g)]
      .filter(([page]) => !existsSync(join(root, page)))
      .map(([page]) => `${path}: ${page}`),
  )
  expect(missing).toEqual([])
})

test('every mention of a decision is a link', () => {
  const unlinked = everyPage.flatMap(({ path, text }) =>
    [...text.replaceAll(/\[[^\]]*\]\([^)]*\)/g, '').matchAll(/\bdecisions? \d{3}\b/gi)].map(
      ([mention]) => `${path}: ${mention}`,
    ),
  )
  expect(unlinked).toEqual([])
})

test('every page of docs can be reached by links from docs/README.md', () => {
  const found = reachable('docs/README.md', everyPage)
  expect(docs.map(({ path }) => path).filter((path) => !found.has(path))).toEqual([])
})
