import { createReadStream } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createZstdDecompress, zstdCompressSync } from 'node:zlib'
import type { Finding } from '@ats/contract/ledger/check.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { sealAll } from '#features/ledger/worker.ts'
import { splitIntoMonths } from '#kernel/db/split.ts'
import { sealKeyOf } from '#kernel/ledger/seal-key.ts'
import { testApp } from '#test/app.ts'
import { withOwner } from '#test/ledger.ts'
import { archive } from './archive.ts'
import { partsIn } from './archive-files.ts'
import { openArchives } from './archive-store.ts'
import { archivedEntries, loadArchives } from './ledger-archives.ts'
import { ledger, withArchives } from './ledger-reading.ts'
import { verifyLedger } from './ledger-verify.ts'
import { sha256Of } from './manifest.ts'

const t = await testApp()
const folder = await mkdtemp(join(tmpdir(), 'ats-sealed-archive-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const store = openArchives({ folder, bucket: undefined, dataDir: folder })
if (store === undefined) throw new Error('no place')

await sql`insert into events (at, action, record_kind, record_id, request_id, record_name, after)
  select date_trunc('month', now()) - interval '4 months' - n * interval '1 hour', 'brand.created', 'brand', uuidv7(),
    'archive', 'A "quoted", ' || chr(10) || 'name', jsonb_build_object('n', n)
  from generate_series(1, 300) as n`.execute(t.db)
await sealAll(t, sealKeyOf(t.config))
await splitIntoMonths({ db: t.db, log: { info: () => undefined } })
const month = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - 4, 1))
  .toISOString()
  .slice(0, 7)
await archive({ databaseUrl: t.ownerUrl, store }, { until: month })

const verify = (isLoaded: boolean) =>
  withOwner(t, async (client) => {
    const findings: Finding[] = []
    const problems = isLoaded ? await loadArchives(client, store) : []
    const verified = await verifyLedger(client, {
      ...{ keys: [], source: isLoaded ? withArchives : ledger, found: (finding) => findings.push(finding) },
      archived: isLoaded ? undefined : await archivedEntries(client),
    })
    return { ...verified, problems, findings }
  })

test('archived months are checked with the others, or counted as not examined', async () => {
  const without = await verify(false)
  expect(without.findings).toEqual([])
  expect(without.archived).toBe(300)
  expect(await verify(true)).toMatchObject({ findings: [], archived: 0, problems: [] })
})

test('an archive that was edited is named: the file, and the entry if the description was edited too', async () => {
  const [part] = (await partsIn(store)).filter(({ table }) => table === 'events')
  if (part === undefined) throw new Error('no part')
  const path = join(folder, part.file)
  const csv = await text(createReadStream(path).pipe(createZstdDecompress()))
  await writeFile(path, zstdCompressSync(csv.replace('""n"": 7}', '""n"": 70}')))
  expect((await verify(true)).problems).toEqual([expect.stringContaining('has another SHA-256')])

  const description = path.replace(/\.csv\.zst$/, '.json')
  const described = JSON.parse(await readFile(description, 'utf8'))
  await writeFile(description, JSON.stringify({ ...described, sha256: await sha256Of(path) }))
  const { findings, problems } = await verify(true)
  expect(problems).toEqual([])
  expect(findings).toEqual([expect.objectContaining({ kind: 'entry-altered' })])
})
