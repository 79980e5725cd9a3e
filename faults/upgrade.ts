import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startPostgres } from '../scripts/postgres/postgres.ts'
import {
  hasCommit,
  migrationsOf,
  packagesThatDiffer,
  previousRelease,
  unpackRelease,
} from '../scripts/postgres/previous-release.ts'
import { stopProcess } from '../scripts/processes.ts'
import { type Caller, callImports, signIn, untilImport } from '../scripts/product-calls.ts'
import { root } from '../scripts/sources.ts'
import type { Fault, Ledger } from './ledger.ts'
import { admit, type Calls, startPeople } from './people.ts'
import { prepareProduct, productOf } from './product.ts'
import { storedWrites } from './writes.ts'

const database = 'upgraded'
const people = 10
const calmMs = process.env.CI === undefined ? 5000 : 2000
const importedRows = 200
const nothing: Ledger = { acked: 0, stored: 0, lost: 0, duplicated: 0, problems: [] }

/** The previous release's migrations must be unchanged in this version, which must add further ones. */
function checkMigrations(sources: string, commit: string): string[] {
  const [before, now] = [migrationsOf(sources), migrationsOf(root)]
  const changed = before.filter((line) => !now.includes(line))
  if (changed.length > 0) return [`${commit} has migrations that are not here: ${changed.join(', ')}`]
  return before.length < now.length ? [] : [`${commit} has all migrations of this version`]
}

const importedTag = (group: string, at: number) => `REG-${group}-import-${at}`

/** Imports a file of new assets through the API; either version's worker may run it. */
async function importThrough(product: Caller, group: string): Promise<string[]> {
  const tags = Array.from({ length: importedRows }, (_, at) => importedTag(group, at))
  const rows = tags.map((tag) => `${tag},Office Chair,Indore`)
  const file = new Blob([`RFID Tag,Asset Name,City\n${rows.join('\n')}\n`])
  const { _id } = await callImports(product, 'POST', '?fileName=assets.csv', file)
  await untilImport(product, _id, 'ready')
  await callImports(product, 'POST', `/${_id}/apply`)
  await untilImport(product, _id, 'done')
  return tags
}

const strange = (group: string, { strange }: Calls) =>
  [...strange].map(([what, times]) => `${group}: ${what} (${times} times)`)

async function compare(url: string, calls: Calls[], imported: string[]): Promise<Omit<Ledger, 'problems'>> {
  const { record, line } = await storedWrites(url)
  const acked = [...calls.flatMap((one) => [...one.acked]), ...imported]
  const sent = [...calls.flatMap((one) => [...one.sent]), ...imported]
  const stored = acked.filter((key) => record.has(key) && line.has(key)).length
  const duplicated = sent.filter((key) => (record.get(key) ?? 0) > 1).length
  return { acked: acked.length, stored, lost: acked.length - stored, duplicated }
}

/**
 * The previous release serves people while this version migrates its database. It must continue undisturbed;
 * then both versions serve at the same time, and the previous one stops.
 */
async function upgradeWhilePeopleWork(
  dir: string,
  sources: string,
  random: () => number,
  say: (text: string) => void,
): Promise<Ledger> {
  const postgres = await startPostgres({ dir: join(dir, 'postgres') })
  const files = join(dir, 'files')
  const running: ChildProcess[] = []
  try {
    const before = await prepareProduct(postgres, database, files, sources)
    const after = productOf(postgres, database, files)
    const old = await before.startApi()
    running.push(old.process, before.startWorker())
    const sessions = await admit(postgres.url(database), 2 * people)
    const oldPeople = startPeople(old.address, sessions.slice(0, people), random, 'Before')
    await delay(calmMs)
    const alone = oldPeople.calls.acked.size
    const began = Date.now()
    say(`${(await after.finish('migrate')).trim()} in ${Date.now() - began} ms under ${people} people`)
    await delay(calmMs)
    const imported = await importThrough({ ...old, headers: await signIn(old.address) }, 'Before')
    say(
      `the previous release: ${alone} writes before, ${oldPeople.calls.acked.size - alone} after, an import`,
    )
    const young = await after.startApi()
    running.push(young.process, after.startWorker())
    const newPeople = startPeople(young.address, sessions.slice(people), random, 'After')
    await delay(calmMs)
    for (const [group, api] of [['Beside', old] as const, ['After', young] as const])
      imported.push(...(await importThrough({ ...api, headers: await signIn(api.address) }, group)))
    await oldPeople.stop()
    for (const part of running.splice(0, 2)) await stopProcess(part, 'SIGTERM', 20_000)
    imported.push(...(await importThrough({ ...young, headers: await signIn(young.address) }, 'Alone')))
    await newPeople.stop()
    say(`this version: ${newPeople.calls.acked.size} writes and two imports beside it and after it`)
    const problems = [...strange('before', oldPeople.calls), ...strange('after', newPeople.calls)]
    const calls = [oldPeople.calls, newPeople.calls]
    return { ...(await compare(postgres.url(database), calls, imported)), problems }
  } finally {
    for (const part of running) await stopProcess(part, 'SIGTERM', 20_000)
    await postgres.stop()
  }
}

/** `PREVIOUS` overrides the commit in ops/previous-release. */
export const upgradedWhileServing: Fault = async ({ random, say }) => {
  const commit = process.env.PREVIOUS ?? previousRelease()
  if (!(await hasCommit(commit))) {
    say(`not tried: the history here does not reach back to ${commit}`)
    return nothing
  }
  const dir = await mkdtemp(join(tmpdir(), 'ats-faults-upgrade-'))
  const sources = join(dir, 'previous')
  try {
    await unpackRelease(commit, sources)
    const differ = packagesThatDiffer(sources)
    if (differ.length > 0) say(`the previous release runs on other versions of ${differ.join(', ')}`)
    const problems = checkMigrations(sources, commit)
    if (problems.length > 0) return { ...nothing, problems }
    return await upgradeWhilePeopleWork(dir, sources, random, say)
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}
