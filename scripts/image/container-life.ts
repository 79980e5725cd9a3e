import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { shellBlocks } from '../checks/docs-blocks.ts'
import type { Postgres } from '../postgres/postgres.ts'
import { hasCommit, previousRelease, unpackRelease } from '../postgres/previous-release.ts'
import { freePort, run } from '../processes.ts'
import { root } from '../sources.ts'
import type { Machine } from './dockerfile.ts'

const here = 'scripts/image/container-life.ts'
const password = 'Copper-Kettle-91'

/** The commands for containers of a page, in its order. */
function commandsOf(page: 'install' | 'backup' | 'upgrade' | 'configuration'): string[] {
  return shellBlocks(`docs/run/${page}.md`)
    .filter(({ runBy }) => runBy === here)
    .map(({ text }) => text)
}

/** All of docs/run/install.md, docs/run/backup.md, docs/run/upgrade.md and docs/run/configuration.md, in the order of a life. */
function documentedLife(): string[] {
  const [install = ''] = commandsOf('install')
  const [backup = '', restore = ''] = commandsOf('backup')
  const [upgrade = '', goBack = ''] = commandsOf('upgrade')
  const [newPassword = ''] = commandsOf('configuration')
  const steps = { install, backup, upgrade, restore, newPassword, goBack }
  const missing = Object.entries(steps).filter(([, text]) => text === '')
  if (missing.length > 0)
    throw new Error(`The docs have no commands to ${missing.map(([name]) => name).join(', ')}`)
  const wipe = ['down --volumes', 'up -d'].map((words) => `docker compose -f ops/compose.yaml ${words}`)
  return [
    ...[install, 'store_picture', backup, upgrade, 'look upgraded', ...wipe, restore],
    ...['look "wiped and restored"', newPassword, 'look "with another password"'],
    ...[goBack, 'look "back at the version before"'],
  ]
}

/** What a person does between the commands, and what is replaced: git, and the owner of a folder where we are not root. */
const prelude = (address: string) => `set -euo pipefail
git() { :; }
[ "$(id -u)" -eq 0 ] || install() { [ "$1" = -d ] && mkdir -p "\${@: -1}" || command install "$@"; }
address=${address}
sign_in() {
  token=$(curl -fsS --retry 20 --retry-delay 1 --retry-all-errors "$address/api/v1/login" -H 'Content-Type: application/json' \\
    -d '{"email": "admin@example.com", "password": "${password}"}' | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')
}
picture_status() { curl -sS -o /dev/null -w '%{http_code}' -H "Authorization: Bearer $token" "$address/api/v1/users/$me/picture"; }
store_picture() {
  sign_in
  base64 -d >"$SCRATCH/picture.png" <<<iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==
  me=$(curl -fsS -X PUT -H "Authorization: Bearer $token" -F "image=@$SCRATCH/picture.png" "$address/api/v1/me/picture" |
    sed 's/.*"_id":"\\([^"]*\\)".*/\\1/')
}
look() {
  sign_in
  echo "life: $1, signed in, picture $(picture_status)"
}
`

type Places = { work: string; state: string; backups: string; before: string; product: string }

/** The folder in which the commands are run: ops/, and a docker on the path that reads what this machine has. */
async function prepareMachine({ port, url }: Postgres, { work, state, backups, before, product }: Places) {
  mkdirSync(state)
  cpSync(join(root, 'ops'), join(work, 'ops'), { recursive: true })
  const example = join(work, 'ops/.env.example')
  writeFileSync(example, readFileSync(example, 'utf8').replace('/var/backups/ats', backups))
  const api = {
    ...{
      HOST: '127.0.0.1',
      PORT: `${await freePort()}`,
      LOG_LEVEL: 'warn',
      WEB_DIR: join(product, 'web/dist'),
    },
    ...{ METRICS_HOST: '127.0.0.1', METRICS_PORT: `${await freePort()}` },
  }
  const machine: Machine = {
    ...{ state, postgresPort: port, serverUrl: url() },
    releases: { '0.1.0': before, '0.2.0': product },
    variables: { api, worker: { ...api, METRICS_PORT: `${await freePort()}` } },
  }
  const [file, docker] = [join(state, 'machine.json'), join(state, 'docker')]
  writeFileSync(file, JSON.stringify(machine))
  writeFileSync(docker, `#!/bin/sh\nexec node ${join(root, 'scripts/image/compose-stand-in.ts')} "$@"\n`)
  chmodSync(docker, 0o755)
  return { file, address: `http://127.0.0.1:${api.PORT}` }
}

/** With the newest backup in place of that of a certain night, in a folder of this test. */
function scriptFor(backups: string): string {
  const newest = `${backups}/$(ls ${backups} | grep -v part | tail -n 1)`
  return documentedLife()
    .join('\n')
    .replaceAll('/backups/2026-11-16T02-00-00', () => `"${newest}"`)
    .replaceAll('/var/backups/ats', backups)
}

async function stopProcesses(state: string) {
  const kill = 'for part in api worker; do kill "$(cat "$0/$part.pid")"; done 2>/dev/null || true'
  await run('sh', ['-c', kill, state])
}

function factsIn(said: string): string[] {
  const facts = said.split('\n').filter((line) => line.startsWith('life: '))
  const wanted = documentedLife().filter((step) => step.startsWith('look ')).length
  if (facts.length !== wanted || !facts.every((fact) => fact.endsWith('picture 200')))
    throw new Error(`Something was lost on the way:\n${facts.join('\n')}`)
  return facts
}

/**
 * Runs the documented commands for containers with a stand-in for docker: install the previous release, back up, upgrade to
 * this version, wipe everything, restore, change a password, and go back to the previous release.
 */
export async function liveThrough(postgres: Postgres, product: string, scratch: string): Promise<string[]> {
  if (postgres.bin === null) return ['life: not tried, this PostgreSQL has no pg_dump']
  const commit = previousRelease()
  const isOlder = await hasCommit(commit)
  const before = isOlder ? join(scratch, 'previous') : product
  if (isOlder) await unpackRelease(commit, before)
  const [work, state, backups] = [join(scratch, 'work'), join(scratch, 'state'), join(scratch, 'backups')]
  const { file, address } = await prepareMachine(postgres, { work, state, backups, before, product })
  try {
    const said = await run('bash', ['--norc', '-c', `${prelude(address)}\n${scriptFor(backups)}`], {
      cwd: work,
      env: {
        PATH: [state, postgres.bin, process.env.PATH].join(':'),
        ...{ STAND_IN: file, SCRATCH: scratch, ATS_PASSWORD: password, HOME: scratch },
        // The same program starts twenty times.
        NODE_COMPILE_CACHE: join(scratch, 'compiled'),
      },
    })
    return [
      `life: began with ${isOlder ? `the release ${commit.slice(0, 7)}` : 'this version'}`,
      ...factsIn(said),
    ]
  } catch (error) {
    const log = ['api', 'worker'].map((part) => lastLines(join(state, `${part}.log`)))
    throw new Error(`${error instanceof Error ? error.message : error}\n${log.join('\n')}`)
  } finally {
    await stopProcesses(state)
  }
}

function lastLines(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(-5).join('\n') : ''
}
