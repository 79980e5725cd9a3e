#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { demoSignIn, seedDemoPeople } from '#features/identity/demo.ts'
import { createAdministrator, resetSecondFactor } from '#features/identity/operations.ts'
import { seedDemoPlaces } from '#features/places/demo.ts'
import { seedDemoShop } from '#features/shop/demo.ts'
import { type Database, openDatabase } from '#kernel/db/db.ts'
import { migrate, waitUntilMigrated } from '#kernel/db/migrate.ts'
import { version } from '#kernel/version.ts'
import { askNewPassword } from '#server/ask-password.ts'
import { buildApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { checkOpenapi, writeOpenapi } from './openapi/file.ts'
import { runArchive, runBackup, runDoctor, runEndSessions, runRestore } from './operations/commands.ts'
import { runFieldIndexes } from './operations/field-indexes.ts'
import { runLedger } from './operations/ledger-commands.ts'
import { runAll, runApi, runGateway, runWorker, runWriter } from './processes.ts'
import { readReaderConfig } from './reader-config.ts'
import { seedDemoYear } from './seed/demo/demo.ts'
import { growOrganisation } from './seed/seed.ts'

const usage = `ats <command>

  api            serve the product
  worker         do what takes long, tell people what concerns them, send mails; as many as needed, beside the api
  gateway        take what fixed readers send, by MQTT and webhook, into the log (NATS_URL)
  writer         write what is in the log to the database
  all            all of these in one process, for a small office; without NATS_URL no gateway and no writer
  migrate        bring the database to this version, as its owner; api and worker may connect as a role that can do less;
                 with --wait, as any role, only wait until somebody has done so
  field-indexes  build and drop indexes of fields, as the owner, where the worker does not own the database; with --follow,
                 until it is stopped
  seed           load the demo data (with DEMO=true); with --assets N, an organisation of that many assets; with
                 --city NAME, all of them in one city
  admin create   make an administrator: --name, --email; the password is asked for, or read from ATS_PASSWORD
  reset-second-factor EMAIL
                 remove the second factor of a person who lost it, and end their sessions
  backup         database and files into a folder of their own below --to FOLDER (or BACKUP_DIR), as the owner; --keep N,
                 --allow-missing N
  archive        move months of the ledger, movements and reads into files, as the owner: --folder FOLDER (or ARCHIVE_DIR, or the
                 bucket), --until 2027-03; --verify only reads the files, --bring-back 2027-03 loads a month again
  restore        --from FOLDER, as the owner; --verify compares every row first, --drill only tries it
  end-sessions   end every session, password link and download address, as the owner; after a restore by pgBackRest
  doctor         examine settings, running processes, database, files, mail and backups, as the user of the service; ends
                 with 1 when something is wrong
  ledger         verify the ledger against its seals, export a stretch of it, or show the public key; without a word after it,
                 says how
  openapi        write openapi.json; with --check, only say whether it is current
  --version      say which version this is`

const commands: Record<string, (words: string[]) => Promise<void>> = {
  api: () => runApi(readConfig(process.env)),
  worker: () => runWorker(readConfig(process.env)),
  gateway: () => runGateway(readReaderConfig(process.env)),
  writer: () => runWriter(readReaderConfig(process.env)),
  all: () => runAll(readConfig(process.env)),
  migrate: async ([option]) => {
    const url = z.string({ error: 'DATABASE_URL is needed' }).parse(process.env.DATABASE_URL)
    if (option === '--wait') return waitUntilMigrated(url, (reason) => console.log(`Waiting: ${reason}`))
    const applied = await migrate(url, undefined, process.env.APP_ROLE || undefined)
    console.log(applied.length === 0 ? 'The database is current' : `Applied ${applied.join(', ')}`)
  },
  'field-indexes': (words) => runFieldIndexes(words, process.env),
  seed: () => withDatabase(seedDemo),
  admin: ([action]) => withDatabase((config, db) => admin(action, config, db)),
  'reset-second-factor': ([email = '']) => withDatabase((_config, db) => resetFactor(db, email)),
  archive: (words) => runArchive(words, process.env),
  backup: (words) => runBackup(words, process.env),
  restore: (words) => runRestore(words, process.env),
  'end-sessions': () => runEndSessions(process.env),
  ledger: (words) => runLedger(words, process.env),
  doctor: () => runDoctor(process.env),
  openapi: async () => (process.argv.includes('--check') ? checkOpenapi() : writeOpenapi()),
  '--version': async () => console.log(version),
}

type Db = Database['db']

async function withDatabase(work: (config: Config, db: Db) => Promise<void>) {
  const config = readConfig(process.env)
  const { db, close } = openDatabase(config.databaseUrl, config.databaseLimits)
  try {
    await work(config, db)
  } finally {
    await close()
  }
}

async function seedDemo(config: Config, db: Db) {
  if (!config.demo) throw new Error('The demo data is only loaded with DEMO=true')
  const options = { assets: { type: 'string' }, city: { type: 'string' } } as const
  const { values } = parseArgs({ args: process.argv.slice(3), options })
  const assets = z.coerce.number().int().min(1).max(50_000_000).optional().parse(values.assets)
  await seedDemoPlaces(db)
  await seedDemoPeople(db)
  await seedDemoShop(db)
  if (assets !== undefined) await seedAssets(config, db, assets, values.city)
  console.log(`Demo data loaded; sign in as ${demoSignIn.email}`)
}

/** Adds no assets if there are any. */
async function seedAssets(config: Config, db: Db, assets: number, city: string | undefined) {
  if (await db.selectFrom('assets').select('id').limit(1).executeTakeFirst()) {
    console.log('There are assets already, so none were added')
    return
  }
  const { app, services } = await buildApp(config)
  try {
    await seedDemoYear(services, config.databaseUrl)
  } finally {
    await app.close()
  }
  await growOrganisation(config.databaseUrl, services.store, assets, { city })
}

async function admin(action: string | undefined, _config: Config, db: Db) {
  if (action !== 'create') throw new Error(usage)
  const { values } = parseArgs({
    args: process.argv.slice(4),
    options: { name: { type: 'string' }, email: { type: 'string' } },
  })
  const person = z.object({ name: z.string().min(1), email: z.email() }).parse(values)
  const password = process.env.ATS_PASSWORD ?? (await askNewPassword())
  if (password.length < 8) throw new Error('Use at least 8 characters.')
  const { email } = await createAdministrator(db, { ...person, password })
  console.log(`${email} can sign in now`)
}

async function resetFactor(db: Db, email: string) {
  if (email === '') throw new Error(usage)
  const account = await resetSecondFactor(db, email)
  console.log(`${account.email} can log in with the password alone now; all sessions have ended`)
}

const [name = '', ...words] = process.argv.slice(2)
const command = commands[name]
try {
  if (command === undefined) throw new Error(usage)
  await command(words)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  // Resources that are still open would keep the process running.
  process.exit(1)
}
