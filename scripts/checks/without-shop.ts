// Why it is built this way: docs/decisions/036-a-removable-shop.md

import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { run } from '../processes.ts'
import { root, sourceFiles } from '../sources.ts'

/**
 * Removes the sample shop from a copy of the project, by deleting its files and its lines in these
 * registries. Then checks the types and import rules of the rest. Nothing else may refer to the shop.
 */
const registries = [
  'contract/endpoints.ts',
  'contract/exports.ts',
  'contract/problems.ts',
  'contract/problems/fields.ts',
  'contract/record-kinds.ts',
  'server/src/app.ts',
  'server/src/features/exports/sources.ts',
  'server/src/features/identity/personal-data.ts',
  'server/src/kernel/files/picture-files.ts',
  'server/src/kernel/lifetimes.ts',
  'server/src/main.ts',
  'server/test/endpoints.test.ts',
  'server/test/matrix-permission-rows.ts',
  'server/test/matrix-rows.ts',
  'server/test/scope-attempts.ts',
  'web/src/features/audit/audit-texts.ts',
  'web/src/kernel/words/list-names.ts',
  'web/src/routes.browser.tsx',
  'web/src/screens.ts',
  'web/src/screens/screen.ts',
  'scripts/checks/check.ts',
  'e2e/screens/scenes.ts',
  'e2e/texts/texts-of.ts',
]
/** Lists which files are bundled together. Missing files are ignored, so the shop may be named there. */
const bundling = 'web/vite.config.ts'
const catalogues = ['web/messages/en.json', 'web/messages/hi.json', 'web/messages/problems/hi.json']

/** A file of the shop: its name, or the name of a folder it is in, contains the shop. */
const isOwn = (file: string) => file.split('/').some((part) => /(^|[-_])shop([-_.]|$)/.test(part))
const mentions = (text: string) => /\bshop|Shop/.test(text)

const notCopied = new Set(['node_modules', '.git', '.demo', 'dist', 'test-results', 'playwright-report'])

/** Without build output, but with the shop's migration: a migration that has run is never removed. */
async function copyProject(to: string) {
  await cp(root, to, {
    recursive: true,
    filter: (path) =>
      !notCopied.has(basename(path)) && !(isOwn(relative(root, path)) && !path.endsWith('.sql')),
  })
  await mkdir(join(to, 'node_modules/@ats'), { recursive: true })
  for (const name of await readdir(join(root, 'node_modules')))
    if (name !== '@ats' && name !== 'zod')
      await symlink(join(root, 'node_modules', name), join(to, 'node_modules', name))
  // The import rules identify zod by its path.
  await cp(join(root, 'node_modules/zod'), join(to, 'node_modules/zod'), { recursive: true })
  for (const part of ['contract', 'packages/client', 'server', 'web'])
    await symlink(join(to, part), join(to, 'node_modules/@ats', basename(part)))
  await symlink(join(root, 'server/node_modules'), join(to, 'server/node_modules')).catch(() => undefined)
}

async function removeLines(to: string) {
  for (const file of registries) {
    const lines = (await readFile(join(to, file), 'utf8')).split('\n')
    await writeFile(join(to, file), lines.filter((line) => !mentions(line)).join('\n'))
  }
  for (const file of catalogues) {
    const texts = Object.entries(
      JSON.parse(await readFile(join(to, file), 'utf8')) as Record<string, unknown>,
    )
    const kept = texts.filter(([key]) => !key.startsWith('shop'))
    await writeFile(join(to, file), JSON.stringify(Object.fromEntries(kept), null, 2))
  }
}

const others = sourceFiles(
  '{contract,packages,server,web,e2e,bench,faults,fuzz,scripts}/**/*.{ts,tsx}',
).filter((file) => !isOwn(file) && !registries.includes(file) && file !== bundling)
const knowing: string[] = []
for (const file of others) if (mentions(await readFile(join(root, file), 'utf8'))) knowing.push(file)

const copy = await mkdtemp(join(tmpdir(), 'ats-without-shop-'))
try {
  if (knowing.length > 0) throw new Error(`These know the shop and are no registries: ${knowing.join(', ')}`)
  await copyProject(copy)
  await removeLines(copy)
  await run('node', ['web/compile-texts.ts'], { cwd: copy })
  await Promise.all(
    [
      ['tsc', '-p', '.'],
      ['tsc', '-p', 'web'],
      ['node', 'scripts/checks/import-rules.ts'],
    ].map(([command = '', ...args]) => run(command, args, { cwd: copy })),
  )
  console.log('The project holds together without the shop')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await rm(copy, { recursive: true, force: true })
}
