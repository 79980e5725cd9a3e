import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { onDatabase } from './databases.ts'
import { mentionedCommands, shellBlocks } from './docs-blocks.ts'
import { type Postgres, startPostgres } from './postgres.ts'
import { findBinaries } from './postgres-binaries.ts'
import { findOnPath, freePort, run } from './processes.ts'
import { root } from './sources.ts'

const guide = 'docs/operations.md'
const here = 'scripts/docs-commands.test.ts'
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

test('the page and the units start api and worker alike', () => {
  const started = shellBlocks(guide).flatMap(({ text }) => [
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
 * What would change the machine: packages, accounts, services. A service is what its unit says, run by whoever runs the
 * tests; a real systemctl does not wait, but here a slow machine may take its time.
 */
const machine = `set -euo pipefail
trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
apt-get() { :; }
pg_ctlcluster() { :; }
useradd() { :; }
runuser() { shift 3; "$@"; }
install() {
  local words=()
  while [ $# -gt 0 ]; do
    if [ "$1" = -o ]; then shift 2; else words+=("$1"); shift; fi
  done
  command install "\${words[@]}"
}
unit() {
  local file="$SCRATCH/etc/systemd/system/$1.service"
  sed -i "s|=/etc/|=$SCRATCH/etc/|; s|=9464$|=$API_PROBES|; s|=9465$|=$WORKER_PROBES|" "$file"
  set -a
  . "$(sed -n 's/^EnvironmentFile=//p' "$file")"
  eval "$(sed -n 's/^Environment=//p' "$file")"
  set +a
  exec $(sed -n 's/^ExecStart=//p' "$file")
}
systemctl() {
  case $1 in
    start) (unit "$2") ;;
    enable)
      for name in "\${@:3}"; do
        case $name in *.timer) test -f "$SCRATCH/etc/systemd/system/$name" ;; *) (unit "$name" >/dev/null) & ;; esac
      done
      for port in $API_PROBES $WORKER_PROBES; do
        curl -fsS -o /dev/null --retry 120 --retry-delay 1 --retry-all-errors "http://127.0.0.1:$port/readyz" 2>/dev/null
      done ;;
  esac
}
`

const signIn = `curl -sS -o /dev/null -w 'sign-in %{http_code}\\n' --retry 30 --retry-delay 1 "http://127.0.0.1:$PORT/api/v1/login" \\
  -H 'Content-Type: application/json' -d '{"email": "admin@example.com", "password": "Copper-Kettle-91"}'
`

/** The commands with every place outside of the project moved below a scratch folder, and the port of its PostgreSQL. */
function moved(text: string, scratch: string, port: number): string {
  const here = text
    .replaceAll('/var/backups/ats/2026-11-16T02-00-00', '"$(ls -d /var/backups/ats/2* | tail -n 1)"')
    .replaceAll('@127.0.0.1/ats', `@127.0.0.1:${port}/ats`)
    .replaceAll('$PWD/web/dist', `${scratch}/web`)
    .replaceAll(/(?<![\w/])\/(etc|var)\//g, `${scratch}/$1/`)
  const outside = here.replaceAll(scratch, '').match(/(?<![\w:/.])\/(?!dev\/null|etc\/|var\/|web)\w+/g)
  if (outside !== null) throw new Error(`Commands would reach ${outside.join(', ')}`)
  return here
}

/** Debian's server has a superuser of that name; ours is made with the name of the owner. */
async function renameSuperuser({ url }: Postgres) {
  await onDatabase(url(), 'create role postgres superuser login')
  await onDatabase(url().replace('//ats@', '//postgres@'), 'alter role ats rename to made_first')
}

const { tools } = await findBinaries(null)

// The PostgreSQL from npm comes without psql and pg_dump.
test.skipIf(!tools)(
  'the commands of the operations guide install, examine, back up and restore the product',
  async () => {
    const postgres = await startPostgres()
    const scratch = mkdtempSync(join(tmpdir(), 'ats-docs-'))
    onTestFinished(async () => {
      await postgres.stop()
      rmSync(scratch, { recursive: true, force: true })
    })
    await renameSuperuser(postgres)
    mkdirSync(join(scratch, 'etc/systemd/system'), { recursive: true })
    mkdirSync(join(scratch, 'web'))
    for (const name of ['index.html', 'scan.html'])
      writeFileSync(join(scratch, 'web', name), '<title></title>')
    const wanted = shellBlocks(guide).filter(
      ({ runBy, text }) => runBy === here && !/^METRICS_PORT=/.test(text),
    )
    expect(wanted).toHaveLength(5)
    const script = wanted.map(({ text }) => moved(text, scratch, postgres.port)).join('\n')
    const said = await run('bash', ['--norc', '-c', machine + script + signIn], {
      cwd: root,
      env: {
        PATH: [dirname(process.execPath), postgres.bin, process.env.PATH].join(':'),
        ...{ HOME: scratch, SCRATCH: scratch, PG_BIN: postgres.bin ?? '', ATS_PASSWORD: 'Copper-Kettle-91' },
        ...{ PGHOST: '127.0.0.1', PGPORT: `${postgres.port}`, PGUSER: 'postgres', PGDATABASE: 'postgres' },
        ...{ PORT: `${await freePort()}`, LOG_LEVEL: 'error' },
        ...{ API_PROBES: `${await freePort()}`, WORKER_PROBES: `${await freePort()}` },
      },
    })
    expect(said).toContain('GRANT ROLE\nCREATE DATABASE')
    expect(said).toMatch(/files are restored/)
    expect(said).toMatch(/sign-in 200\n$/)
  },
  300_000,
)
