import { execFile } from 'node:child_process'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { toHex } from '@ats/contract/ledger/seal.ts'
import { checkStretch } from '@ats/contract/ledger/stretch.ts'
import { expect, test } from 'vitest'
import { noteSeals } from '#features/ledger/witness.ts'
import { sealAll } from '#features/ledger/worker.ts'
import { isSigned, sealKeyOf, sha256 } from '#kernel/ledger/seal-key.ts'
import { testApp } from '#test/app.ts'
import { withOwner } from '#test/ledger.ts'
import { stocked } from '#test/stock.ts'

const t = await testApp()
const key = sealKeyOf(t.config)
const folder = await mkdtemp(join(tmpdir(), 'ats-proof-'))
const witness = join(folder, 'seals.ndjson')
const run = promisify(execFile)

async function ats(...words: string[]) {
  const { databaseUrl: DATABASE_URL, secret: SECRET, origin: ORIGIN } = t.config
  const env = { PATH: process.env.PATH, DATABASE_URL, SECRET, ORIGIN, DATA_DIR: folder }
  const main = new URL('../main.ts', import.meta.url).pathname
  const done = await run(process.execPath, [main, 'ledger', ...words], { env }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stdout, stderr }) => ({ code, text: `${stdout}${stderr}` }),
  )
  return { code: Number(done.code), text: String(done.text) }
}

test('the commands show the key, verify the ledger and write a stretch of it', async () => {
  await stocked(t)
  await sealAll(t, key)
  await noteSeals(t.db, folder)
  await stocked(t)
  await sealAll(t, key)
  await noteSeals(t.db, folder)
  await noteSeals(t.db, folder)
  const seals = (await readFile(witness, 'utf8')).split('\n').filter((line) => line !== '')
  expect(seals.map((line) => JSON.parse(line).number)).toEqual([1, 2])

  const { text } = await ats('key')
  expect(text.trim()).toBe(toHex(key.publicKey))
  const progress = join(folder, 'progress')
  const verified = await ats('verify', '--key', text.trim(), '--witness', witness, '--progress', progress)
  expect(verified).toMatchObject({ code: 0, text: expect.stringContaining('The ledger is as it was sealed') })
  expect(await ats('verify', '--progress', progress)).toMatchObject({
    text: expect.stringContaining('0 entries in 0 seals up to seal 2'),
  })

  const file = join(folder, 'stretch.ndjson')
  expect((await ats('export', '--file', file)).code).toBe(0)
  const checked = await checkStretch((await readFile(file, 'utf8')).split('\n'), {
    ...{ crypto: { sha256, isSigned }, keys: [toHex(key.publicKey)] },
  })
  expect(checked).toMatchObject({ isWhole: true, findings: [], seals: 2, origin: t.config.origin })
})

test('the command names what was altered, and says how to use it', async () => {
  await withOwner(t, (client) =>
    client.query(`alter table events disable trigger user;
      update events set action = 'asset.deleted' where id = (select ids[1] from ledger_seals where number = 2);
      alter table events enable trigger user`),
  )
  const { code, text } = await ats('verify')
  expect(code).toBe(1)
  expect(text).toMatch(/Entry \d+ \(seal 2\) was altered/)
  await writeFile(witness, `${JSON.stringify({ number: 99, hash: '00' })}\n`)
  expect((await ats('verify', '--witness', witness)).text).toContain('Seal 99 is another than the one')
  expect((await ats()).text).toContain('ats ledger <command>')
  expect((await ats('export')).text).toContain('--file FILE')
  expect((await ats('verify', '--key', toHex(sealKeyOf({ secret: 'another' }).publicKey))).text).toContain(
    'is signed by another key',
  )
})
