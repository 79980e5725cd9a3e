import { createWriteStream } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Finding, FindingKind } from '@ats/contract/ledger/check.ts'
import { toHex } from '@ats/contract/ledger/seal.ts'
import type pg from 'pg'
import { z } from 'zod'
import { newClient } from '#kernel/db/connection.ts'
import { sealKeyOf } from '#kernel/ledger/seal-key.ts'
import { bucketOf, bucketVariables } from '../bucket-config.ts'
import { openArchives } from './archive-store.ts'
import { archivedEntries, loadArchives } from './ledger-archives.ts'
import { writeStretch } from './ledger-export.ts'
import { ledger, withArchives } from './ledger-reading.ts'
import { verifyLedger } from './ledger-verify.ts'

const usage = `ats ledger <command>

  verify    compare every entry with its seal: --key HEX (the public key, as it was handed over), --witness FILE (seals that
            left the machine), --after N --until N (only these seals), --progress FILE (go on where a run was cut off),
            --archives FOLDER (also archived months; or ARCHIVE_DIR, or the bucket)
  export    write seals and entries for a check without this server: --file FILE, --from 2026-04-01, --to 2027-03-31
  key       show the public key; hand it over on paper`

type Variables = Record<string, string | undefined>

const settings = z.object({
  DATABASE_URL: z.url({ error: 'DATABASE_URL is needed' }),
  SECRET: z.string().default(''),
  LEDGER_KEY_FILE: z.string().optional(),
  ORIGIN: z.string().default(''),
  DATA_DIR: z.string().default('.'),
  ARCHIVE_DIR: z.string().optional(),
  ...bucketVariables,
})

const given = (variables: Variables) =>
  settings.parse(Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== '')))

const publicKeyOf = ({ SECRET, LEDGER_KEY_FILE }: z.infer<typeof settings>) =>
  toHex(sealKeyOf({ secret: SECRET, ledgerKeyFile: LEDGER_KEY_FILE }).publicKey)

/** One snapshot for the whole run, with times as they were sealed. */
async function withLedger<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = newClient(url, 'ats ledger')
  await client.connect()
  try {
    await client.query(`set timezone = 'UTC'; set statement_timeout = 0; set jit = off`)
    return await work(client)
  } finally {
    await client.end()
  }
}

const words: Record<FindingKind, string> = {
  'entry-altered': 'was altered',
  'entry-missing': 'is missing',
  'entry-inserted': 'was inserted, or its number is there twice',
  'entry-reordered': 'is not in its place',
  'entry-backdated': 'was written later than it says',
  'seal-altered': 'was altered',
  'seal-missing': 'has no seal before it',
  'seal-chain': 'does not follow the seal before it',
  'seal-signature': 'is not signed by its key',
  'seal-key': 'is signed by another key',
  'removal-altered': 'its removal of personal data was altered',
  'removal-missing': 'has a removal of personal data that is missing',
  'removal-inserted': 'has a removal of personal data that nobody made',
  'removal-unsealed': 'has a removal of personal data that is not sealed yet; repeat this in a minute',
  'rolled-back': 'is another than the one that left the machine, or is gone',
}

function textOf({ kind, seal, entry, detail }: Finding): string {
  if (entry === null && seal === null) return `Entries are missing besides the archived ones: ${detail}`
  const subject = entry === null ? `Seal ${seal}` : `Entry ${entry}${seal === null ? '' : ` (seal ${seal})`}`
  return `${subject} ${words[kind]}${detail === undefined ? '' : `: ${detail}`}`
}

const count = z.coerce.number().int().min(0).optional()
const day = z.iso.date({ error: 'Write days as 2026-04-01' }).optional()
const number = (value: number) => value.toLocaleString('en')
const mostShown = 1000

async function verify(arguments_: string[], variables: Variables) {
  const names = { key: { type: 'string', multiple: true }, witness: { type: 'string' } } as const
  const ends = { after: { type: 'string' }, until: { type: 'string' }, progress: { type: 'string' } } as const
  const options = { ...names, ...ends, archives: { type: 'string' } } as const
  const { values } = parseArgs({ args: arguments_, options })
  const env = given(variables)
  const keys = values.key ?? [publicKeyOf(env)]
  const store = openArchives({
    ...{ folder: values.archives ?? env.ARCHIVE_DIR, bucket: bucketOf(env), dataDir: env.DATA_DIR },
  })
  const began = Date.now()
  let shown = 0
  const say = (line: string) => {
    shown += 1
    if (shown <= mostShown) console.log(line)
  }
  const { verified, problems } = await withLedger(env.DATABASE_URL, async (client) => {
    const archived = await archivedEntries(client)
    const isLoaded = archived !== undefined && store !== undefined
    const found = isLoaded ? await loadArchives(client, store) : []
    found.forEach(say)
    await client.query('begin isolation level repeatable read')
    const result = await verifyLedger(client, {
      ...{ keys, witness: values.witness, progressFile: values.progress },
      ...{ after: count.parse(values.after), until: count.parse(values.until) },
      ...{ source: isLoaded ? withArchives : ledger, archived: isLoaded ? undefined : archived },
      found: (finding) => say(textOf(finding)),
    })
    return { verified: result, problems: found.length }
  })
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  const memory = Math.round(process.resourceUsage().maxRSS / 1024)
  console.log(
    `${number(verified.entries)} entries in ${number(verified.seals)} seals up to seal ${verified.last.number} (${verified.last.hash}), in ${seconds} s with ${memory} MB of memory`,
  )
  if (verified.unsealed > 0) console.log(`${number(verified.unsealed)} new entries are not sealed yet`)
  if (verified.archived > 0)
    console.log(
      `${number(verified.archived)} entries are archived and were not examined: say where, with --archives`,
    )
  const wrong = verified.findings + problems
  if (wrong > mostShown) console.log(`${number(wrong - mostShown)} more findings are not shown`)
  if (wrong > 0) throw new Error(`The ledger is not as it was sealed: ${number(wrong)} findings`)
  console.log('The ledger is as it was sealed')
}

async function exportStretch(arguments_: string[], variables: Variables) {
  const options = { file: { type: 'string' }, from: { type: 'string' }, to: { type: 'string' } } as const
  const { values } = parseArgs({ args: arguments_, options })
  const { file } = values
  if (file === undefined) throw new Error('Say where to: --file FILE')
  const env = given(variables)
  const range = { from: day.parse(values.from), to: day.parse(values.to), origin: env.ORIGIN }
  const written = await withLedger(env.DATABASE_URL, (client) =>
    writeStretch(client, range, createWriteStream(file, { mode: 0o600 })),
  )
  console.log(`${file}: ${number(written.entries)} entries in ${number(written.seals)} seals`)
}

export async function runLedger([action, ...rest]: string[], variables: Variables): Promise<void> {
  if (action === 'verify') return verify(rest, variables)
  if (action === 'export') return exportStretch(rest, variables)
  if (action === 'key') return console.log(publicKeyOf(given(variables)))
  throw new Error(usage)
}
