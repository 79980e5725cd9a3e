import { parseArgs } from 'node:util'
import { z } from 'zod'
import type { Archived } from '#kernel/db/archived.ts'
import { newClient } from '#kernel/db/connection.ts'
import { openBucket } from '#kernel/files/bucket.ts'
import { bucketOf } from '../bucket-config.ts'
import { endAccess } from './access.ts'
import { archive, bringBack, verifyArchive } from './archive.ts'
import { openArchives } from './archive-store.ts'
import { backUp } from './backup.ts'
import { filesInBucket, filesOnDisk } from './backup-files.ts'
import { examine } from './doctor.ts'
import { tableOf } from './findings.ts'
import { filesToBucket, filesToDisk, restore } from './restore.ts'

type Variables = Record<string, string | undefined>

/** The same variables as for API and worker, but with the owner of the database. */
const ownedDatabase = z.object({
  DATABASE_URL: z.url({
    protocol: /^postgres(ql)?$/,
    error: 'DATABASE_URL is needed, as the owner of the database',
  }),
})
const owned = ownedDatabase.extend({
  DATA_DIR: z.string({ error: 'DATA_DIR is needed' }),
  S3_URL: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  BACKUP_DIR: z.string().optional(),
  ARCHIVE_DIR: z.string().optional(),
  PGBACKREST_STANZA: z.string().optional(),
  APP_ROLE: z.string().optional(),
})

function read<S extends z.ZodType>(schema: S, variables: Variables): z.output<S> {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(given)
  if (!parsed.success) throw new Error(parsed.error.issues.map(({ message }) => message).join('\n'))
  return parsed.data
}

const ownedEnvironment = (variables: Variables) => read(owned, variables)

function bucketIn(env: ReturnType<typeof ownedEnvironment>) {
  const settings = bucketOf(env)
  return settings && openBucket(settings)
}

const seconds = (began: number) => ((Date.now() - began) / 1000).toFixed(1)
const number = (value: number) => value.toLocaleString('en')

export async function runBackup(words: string[], variables: Variables): Promise<void> {
  const { values } = parseArgs({
    args: words,
    options: { to: { type: 'string' }, keep: { type: 'string' }, 'allow-missing': { type: 'string' } },
  })
  const env = ownedEnvironment(variables)
  const folder = values.to ?? env.BACKUP_DIR
  if (folder === undefined) throw new Error('Say where to: --to FOLDER, or BACKUP_DIR')
  const keep = z.coerce.number().int().min(1).optional().parse(values.keep)
  const allowMissing = z.coerce.number().int().min(0).optional().parse(values['allow-missing'])
  const began = Date.now()
  const stanza = env.PGBACKREST_STANZA
  const bucket = bucketIn(env)
  const source = bucket === undefined ? filesOnDisk(env.DATA_DIR) : filesInBucket(bucket)
  const made = await backUp({
    ...{ databaseUrl: env.DATABASE_URL, source, folder, keep, allowMissing, stanza, dataDir: env.DATA_DIR },
  })
  const rows = stanza === undefined ? `${number(made.rows)} rows` : `the database by pgBackRest (${stanza})`
  const size = `${(made.bytes / 1e6).toFixed(1)} MB`
  console.log(`${made.folder}: ${rows}, ${number(made.files)} files, ${size}, in ${seconds(began)} s`)
  for (const name of made.removed) console.log(`Removed ${name}`)
}

export async function runRestore(words: string[], variables: Variables): Promise<void> {
  const { values } = parseArgs({
    args: words,
    options: { from: { type: 'string' }, verify: { type: 'boolean' }, drill: { type: 'boolean' } },
  })
  if (values.from === undefined) throw new Error('Say which backup: --from FOLDER')
  const env = ownedEnvironment(variables)
  const began = Date.now()
  const bucket = bucketIn(env)
  const { rows, files, formerDatabase, formerFiles, changedAccess, archived } = await restore({
    folder: values.from,
    databaseUrl: env.DATABASE_URL,
    appRole: env.APP_ROLE,
    target: bucket === undefined ? filesToDisk(env.DATA_DIR) : filesToBucket(bucket, env.DATA_DIR),
    verify: values.verify === true || values.drill === true,
    drill: values.drill === true,
  })
  const what = `${number(rows)} rows and ${number(files)} files`
  const did = values.drill === true ? 'could be restored; nothing was changed' : 'are restored'
  console.log(`${what} ${did}, in ${seconds(began)} s`)
  if (formerDatabase !== undefined) console.log(`The database from before: ${formerDatabase}`)
  if (formerFiles !== undefined) console.log(`The files from before: ${formerFiles}`)
  console.log(accessReport(changedAccess))
  for (const one of archived) console.log(archivedText(one))
}

const archivedText = ({ of, before, file, files }: Archived) =>
  `Not in the backup: ${of} before ${before.slice(0, 10)}, which are in ${number(files)} archives, the last one ${file}. Check them: ats archive --verify`

const endedNow = 'Sessions, password links and download addresses of the backup have ended.'

function accessReport(changed: string[] | undefined): string {
  if (changed === undefined)
    return `${endedNow} There was no database of this version to compare access with: check the accounts and readers yourself.`
  if (changed.length === 0) return `${endedNow} Accounts, roles and readers have the access they had before.`
  const lines = changed.map((line) => `  ${line}`)
  return [`${endedNow} Check what has other access than before:`, ...lines].join('\n')
}

export async function runArchive(words: string[], variables: Variables): Promise<void> {
  const { values } = parseArgs({
    args: words,
    options: {
      folder: { type: 'string' },
      until: { type: 'string' },
      verify: { type: 'boolean' },
      'bring-back': { type: 'string' },
    },
  })
  const env = ownedEnvironment(variables)
  const folder = values.folder ?? env.ARCHIVE_DIR
  const store = openArchives({ folder, bucket: bucketOf(env), dataDir: env.DATA_DIR })
  if (store === undefined) throw new Error('Say where: --folder FOLDER, ARCHIVE_DIR, or a bucket (S3_URL)')
  const place = { databaseUrl: env.DATABASE_URL, store, say: (line: string) => console.log(line) }
  const began = Date.now()
  if (values.verify === true) {
    const { parts, problems } = await verifyArchive(store)
    if (problems.length > 0) throw new Error(problems.join('\n'))
    return console.log(
      `${number(parts.length)} files with ${rowsText(parts)} are whole, in ${seconds(began)} s`,
    )
  }
  if (values['bring-back'] !== undefined) {
    const back = await bringBack(place, values['bring-back'])
    return console.log(`${rowsText(back)} are back, in ${seconds(began)} s`)
  }
  if (values.until === undefined) throw new Error('Say until which month: --until 2027-03')
  const moved = await archive(place, { until: values.until })
  console.log(`${rowsText(moved)} are archived in ${store.place}, in ${seconds(began)} s`)
}

const rowsText = (parts: { rows: number }[]) =>
  `${number(parts.reduce((sum, { rows }) => sum + rows, 0))} rows`

/** For a database that was restored without `restore`, for example by pgBackRest. */
export async function runEndSessions(variables: Variables): Promise<void> {
  const client = newClient(read(ownedDatabase, variables).DATABASE_URL, 'ats restore')
  await client.connect()
  await endAccess(client).finally(() => client.end())
  console.log('All sessions, password links and download addresses have ended')
}

export async function runDoctor(variables: Variables): Promise<void> {
  const findings = await examine(variables)
  console.log(tableOf(findings))
  if (findings.some(({ state }) => state === 'failed')) process.exitCode = 1
}
