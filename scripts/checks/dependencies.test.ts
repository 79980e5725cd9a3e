import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../sources.ts'

const workspaces = ['contract', 'packages/client', 'server', 'web']
const page = 'docs/develop/dependencies.md'
const read = (path: string) => readFileSync(join(root, path), 'utf8')

function dependenciesOf(folder: string): string[] {
  const { dependencies = {} } = JSON.parse(read(join(folder, 'package.json'))) as {
    dependencies?: Record<string, string>
  }
  return Object.keys(dependencies).filter((name) => !name.startsWith('@ats/'))
}

test(`${page} lists the runtime dependencies of every workspace, each once`, () => {
  const rows = [...read(page).matchAll(/^\| `(?<name>[^`]+)` \| (?<users>[^|]+) \|/gm)].map(({ groups }) => ({
    name: groups?.name ?? '',
    users: groups?.users?.split(', ') ?? [],
  }))
  const listed = rows.flatMap(({ name, users }) => users.map((user) => `${user} ${name}`))
  const used = workspaces.flatMap((folder) => dependenciesOf(folder).map((name) => `${folder} ${name}`))
  expect(listed.sort()).toEqual(used.sort())
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length)
})

test('the root package has no runtime dependency', () => {
  expect(dependenciesOf('.')).toEqual([])
})
