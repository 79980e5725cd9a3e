import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, sourceFiles } from '../sources.ts'

const folder = 'docs/decisions'
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const records = readdirSync(join(root, folder)).filter((name) => /^\d{3}-.*\.md$/.test(name))
const index = read(`${folder}/README.md`)
const [table = '', gone = ''] = index.split('## Merged or moved')

const heading =
  /^# (?<number>\d{3}): (?<title>.+)\n\nStatus: (?<status>(?:accepted|replaced), \d{4}-\d\d-\d\d) · Subject: (?<subject>.+) · Replaces: (?<replaces>.+) · Read this if: (?<use>.+)\.\n/

const headingOf = (name: string) => heading.exec(read(`${folder}/${name}`))?.groups

test('every record has a number, a title and a status line', () => {
  expect(records.length).toBeGreaterThan(20)
  expect(records.filter((name) => headingOf(name)?.number !== name.slice(0, 3))).toEqual([])
})

test('every record says its context, decision, alternatives and consequences', () => {
  const parts = ['## Context', '## Decision', '## Alternatives', '## Consequences']
  const wrong = records.filter(
    (name) =>
      read(`${folder}/${name}`)
        .match(/^## .*$/gm)
        ?.join() !== parts.join(),
  )
  expect(wrong).toEqual([])
})

test('the index has one row for each record, in its own words', () => {
  const rows = records.map((name) => {
    const { number, title, status, subject, use } = headingOf(name) ?? {}
    return `| ${number} | [${title}](${name}) | ${status} | ${subject} | ${use} |`
  })
  expect(table.match(/^\| \d{3} .*$/gm)).toEqual(rows)
})

test('every number up to the newest is a record, or says where it went', () => {
  const numbers = [
    ...records,
    ...(gone
      .match(/^\| \d{3}(, \d{3})* \|/gm)
      ?.join()
      .match(/\d{3}/g) ?? []),
  ]
    .map((name) => Number(name.slice(0, 3)))
    .sort((a, b) => a - b)
  expect(numbers).toEqual(Array.from({ length: numbers.at(-1) ?? 0 }, (_, at) => at + 1))
})

test('every record is named by a file that it explains, and every named record exists', () => {
  const files = sourceFiles(
    '{contract,packages,server/src,server/test,web,scripts,e2e,bench,faults,fuzz,ops}/**/*.{ts,tsx,yaml,sh}',
  )
  const named = [...files, ...sourceFiles('*.ts')].flatMap((file) =>
    [...read(file).matchAll(/docs\/decisions\/(\d{3}-[\w-]+\.md)/g)].map(([, name = '']) => ({ file, name })),
  )
  const missing = named.filter(({ name }) => !existsSync(join(root, folder, name)))
  expect(missing.map(({ file, name }) => `${file}: ${name}`)).toEqual([])
  expect(records.filter((record) => !named.some(({ name }) => name === record))).toEqual([])
})

test('no source mentions a decision by its number alone', () => {
  const files = sourceFiles(
    '{contract,packages,server/src,server/test,web,scripts,e2e,bench,faults,fuzz}/**/*.{ts,tsx}',
  )
  const mentions = files.filter((file) => /\bdecisions? \d{3}\b/i.test(read(file)))
  expect(mentions).toEqual([])
})
