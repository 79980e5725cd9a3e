import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { onDatabase } from '../postgres/databases.ts'
import { type Postgres, startPostgres } from '../postgres/postgres.ts'
import { findBinaries } from '../postgres/postgres-binaries.ts'
import { findOnPath, freePort, run } from '../processes.ts'
import { root } from '../sources.ts'
import { mentionedCommands, shellBlocks } from './docs-blocks.ts'

/** Those that are run here, in the order of an operator's life. */
const guides = [
  'docs/run/install.md',
  'docs/run/upgrade.md',
  'docs/run/backup.md',
  'docs/run/configuration.md',
  'docs/run/troubleshooting.md',
]
const here = 'scripts/checks/docs-commands.test.ts'
const pages = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: root })]
const blocks = pages.flatMap((page) => shellBlocks(page))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('all commands of the docs say what runs them, or why nothing does', () => {
  const silent = blocks.filter(({ runBy, notRun }) => runBy === null && notRun === null)
  expect(blocks.length).toBeGreaterThan(10)
  expect(silent.map(({ page, line }) => `${page}:${line}`)).toEqual([])
})

test('what is said to run them is there and names the page', () => {
  const wrong = blocks.filter(
    ({ page, runBy }) => runBy !== null && !(existsSync(join(root, runBy)) && read(runBy).includes(page)),
  )
  expect(wrong.map(({ page, line, runBy }) => `${page}:${line} ${runBy}`)).toEqual([])
})

test('every command that the docs mention exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const takesNames: Record<string, string> = {
    ...{ faults: 'faults/run.ts', bench: 'bench/run.ts', ats: 'server/src/main.ts' },
  }
  const mentioned = pages.flatMap(mentionedCommands)
  const unknown = mentioned.filter(({ script, first }) => {
    const source = takesNames[script]
    const isKnown = first === '' || source === undefined || new RegExp(`\\b${first}\\b`).test(read(source))
    return !(script in scripts || script === 'build') || !isKnown
  })
  expect(mentioned.length).toBeGreaterThan(20)
  expect(unknown.map(({ code }) => code)).toEqual([])
})

const inCode = (page: string) => [...read(page).matchAll(/`([^`\n]+)`|^ {0,3}((?:docker|systemctl) .*)$/gm)]

test('commands in the running text of docs/run name services, units and paths that exist', () => {
  const compose = parse(read('ops/compose.yaml'), { merge: true }) as { services: Record<string, unknown> }
  const operated = globSync('docs/run/*.md', { cwd: root })
  const wrong = operated.flatMap((page) =>
    inCode(page).flatMap(([, inline, line]) => {
      const code = inline ?? line ?? ''
      const [, named = ''] =
        /ops\/compose.yaml.* (?:exec|run --rm|logs -f|logs|restart)(?: -T)? (\w+)/.exec(code) ?? []
      const services = named === '' || named in compose.services ? [] : [`${page}: service ${named}`]
      const units = [...code.matchAll(/(?:systemctl \w+|journalctl -u) (ats-\w+)/g)].map(
        ([, unit]) => `${unit}`,
      )
      const missing = units.filter((unit) => !existsSync(join(root, `ops/systemd/${unit}.service`)))
      const files = [...code.matchAll(/(?<![\w/.])(?:ops|scripts)\/[\w./-]+\w/g)].map(([path]) => path)
      const lost = files.filter((path) => path !== 'ops/.env' && !existsSync(join(root, path)))
      return [
        ...services,
        ...missing.map((unit) => `${page}: ${unit}`),
        ...lost.map((path) => `${page}: ${path}`),
      ]
    }),
  )
  expect(operated.length).toBeGreaterThan(10)
  expect(wrong).toEqual([])
})

test('the page and the units start api and worker alike', () => {
  const started = shellBlocks(guides[0] ?? '').flatMap(({ text }) => [
    ...text.matchAll(/^METRICS_PORT=(\d+) runuser -u ats -- (.* (api|worker))$/gm),
  ])
  expect(started.map(([, , , part]) => part)).toEqual(['api', 'worker'])
  for (const [, port, command, part] of started) {
    const unit = read(`ops/systemd/ats-${part}.service`)
    expect(unit).toContain(`\nExecStart=/usr/bin/env ${command}\n`)
    expect(unit).toContain(`\nEnvironment=METRICS_PORT=${port}\n`)
  }
})

test.skipIf(findOnPath('systemd-analyze') === null)('systemd takes the units as they are', async () => {
  const units = globSync('ops/systemd/*', { cwd: root })
  expect(await run('sh', ['-c', 'systemd-analyze verify "$@" 2>&1', 'sh', ...units], { cwd: root })).toBe('')
})

/**
 * The commands with the port of this test's PostgreSQL, and the newest backup instead of the one of a certain
 * night.
 */
const moved = (text: string, port: number) =>
  text
    .replaceAll('/var/backups/ats/2026-11-16T02-00-00', '"$(ls -d /var/backups/ats/2* | tail -n 1)"')
    .replaceAll('@127.0.0.1/ats', `@127.0.0.1:${port}/ats`)

/** What a person does after certain commands, as functions of the script. */
const meanwhile = [
  ['systemctl enable', 'store_picture'],
  ['main.ts doctor )\n', 'show_page page'],
  ['restore --from', 'look_after_restore'],
] as const

const withPeople = (text: string) =>
  [text, ...meanwhile.flatMap(([command, then]) => (text.includes(command) ? [then] : []))].join('\n')

/** Debian's server has a superuser with this name; ours is named after the owner. */
async function renameSuperuser({ url }: Postgres) {
  await onDatabase(url(), 'create role postgres superuser login')
  await onDatabase(url().replace('//ats@', '//postgres@'), 'alter role ats rename to made_first')
}

const { tools } = await findBinaries(null)
const namespaces = ['--mount', '--pid', '--fork', '--mount-proc', '--kill-child']
/** Real users and files need root, and a kernel that allows separate mounts. */
const canSeparate = await run('unshare', [...namespaces, 'true']).then(
  () => process.getuid?.() === 0,
  () => false,
)

// The PostgreSQL from npm comes without psql and pg_dump.
test.skipIf(!tools || !canSeparate)(
  'the commands of docs/run install, check, upgrade, back up and restore the product, as real users',
  async () => {
    const postgres = await startPostgres()
    const scratch = mkdtempSync(join(tmpdir(), 'ats-docs-'))
    onTestFinished(async () => {
      await postgres.stop()
      rmSync(scratch, { recursive: true, force: true })
    })
    await renameSuperuser(postgres)
    const wanted = guides.flatMap((page) => shellBlocks(page)).filter(({ runBy }) => runBy === here)
    expect(wanted).toHaveLength(10)
    const script = [
      `. ${root}/scripts/checks/docs-machine.sh`,
      ...wanted.map(({ text }) => withPeople(moved(text, postgres.port))),
      'sign_in && echo signed in',
    ].join('\n')
    const said = await run('unshare', [...namespaces, 'bash', '--norc', '-c', script], {
      cwd: root,
      env: {
        PATH: ['/opt/ats-releases/1.0.0/node_modules/.bin', postgres.bin, process.env.PATH].join(':'),
        ...{ HOME: scratch, SCRATCH: scratch, PROJECT: root, ATS_PASSWORD: 'Copper-Kettle-91' },
        ...{ PGHOST: '127.0.0.1', PGPORT: `${postgres.port}`, PGUSER: 'postgres', PGDATABASE: 'postgres' },
        ...{ PORT: `${await freePort()}`, LOG_LEVEL: 'error' },
        ...{ API_PROBES: `${await freePort()}`, WORKER_PROBES: `${await freePort()}` },
      },
    })
    expect(said).toContain('GRANT ROLE\nCREATE DATABASE')
    const facts = said.split('\n').filter((line) => /^(stored|page|restored): |^signed in$/.test(line))
    expect(facts).toEqual([
      'stored: picture 200',
      ...['page: <title>1.0.0</title>', 'page: <title>1.1.0</title>'],
      ...['restored: old token 401', 'restored: picture 200', 'restored: another picture 200'],
      'signed in',
    ])
    expect(said).toContain('second.admin@example.com can sign in now')
    expect(said).toMatch(/files are restored/)
    expect(said).toContain('Accounts, roles and readers have the access they had before.')
  },
  600_000,
)
