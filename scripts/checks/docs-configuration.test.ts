import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { environment, settingNames } from '../../server/src/config.ts'
import { readerSettings } from '../../server/src/reader-config.ts'
import { root } from '../sources.ts'

const page = readFileSync(join(root, 'docs/run/configuration.md'), 'utf8')
const rows = [...page.matchAll(/^\| `([A-Z][A-Z0-9_]+)` \| (.+?) \| (.+?) \| (.+) \|$/gm)].map(
  ([, name = '', standard = '', parts = '']) => ({ name, standard, parts: parts.split(', ') }),
)
/** Read by the commands of the owner, which have schemas of their own. */
const ofOwner = { APP_ROLE: '`ats_app`', PGBACKREST_STANZA: '–', PG_BIN: '–' }
const required = ['DATABASE_URL', 'ORIGIN', 'SECRET', 'DATA_DIR']

test('the page has every variable once, and none that the program does not read', () => {
  const names = rows.map(({ name }) => name)
  expect(names.toSorted()).toEqual([...settingNames, ...Object.keys(ofOwner)].toSorted())
})

/** As the page writes what a variable is without being set. */
function standardOf(name: string): string {
  if (name in ofOwner) return ofOwner[name as keyof typeof ofOwner]
  if (required.includes(name)) return '**required**'
  const value = environment.shape[name as keyof typeof environment.shape].parse(undefined)
  if (value === undefined) return '–'
  const text = typeof value === 'number' && !name.endsWith('PORT') ? value.toLocaleString('en') : `${value}`
  return `\`${text}\``
}

test('defaults are those of the program', () => {
  expect(rows.map(({ name, standard }) => [name, standard])).toEqual(
    rows.map(({ name }) => [name, standardOf(name)]),
  )
})

test('gateway and writer are named exactly where they read a variable', () => {
  for (const part of ['gateway', 'writer'] as const) {
    const named = rows.filter(({ parts }) => parts.includes(part) || parts.includes('all'))
    expect(named.map(({ name }) => name).toSorted()).toEqual(readerSettings[part].toSorted())
  }
})
