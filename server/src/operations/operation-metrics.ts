import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { Tables } from '#kernel/db/tables.ts'
import { measureOriginCertificate } from '#kernel/http/certificate-expiry.ts'
import type { Config } from '../config.ts'
import { databaseFolder } from './database-checks.ts'
import { backupsIn, readManifest } from './manifest.ts'

/** Metrics for alerts, without a node exporter: disks, backups, archiving, replication slots and the certificate. */
export function measureOperations(config: Config, db: Kysely<Tables>, registry: Registry) {
  measureDisks(config, registry)
  measureSlots(db, registry)
  measureSeals(db, registry)
  measureOriginCertificate(config.origin, registry)
  if (config.backups.folder !== undefined) measureBackups(config.backups, config.backups.folder, registry)
  new Gauge({
    name: 'ats_archive_failing',
    help: '1 while PostgreSQL cannot archive its write-ahead log',
    registers: [registry],
    async collect() {
      this.remove()
      const failing = await archiveFails(db).catch(() => undefined)
      if (failing !== undefined) this.set(failing ? 1 : 0)
    },
  })
}

function measureDisks({ dataDir, backups, databaseUrl }: Config, registry: Registry) {
  const folders = { data: dataDir, backup: backups.folder, database: databaseFolder(databaseUrl) }
  const labelNames = ['disk'] as const
  const size = new Gauge({
    ...{ name: 'ats_disk_size_bytes', help: 'Size of a disk', labelNames, registers: [registry] },
  })
  new Gauge({
    ...{ name: 'ats_disk_free_bytes', help: 'What is free on a disk', labelNames, registers: [registry] },
    async collect() {
      for (const [disk, folder] of Object.entries(folders)) {
        const found = folder === undefined ? undefined : await statfs(folder).catch(() => undefined)
        if (found === undefined) continue
        this.set({ disk }, found.bavail * found.bsize)
        size.set({ disk }, found.blocks * found.bsize)
      }
    },
  })
}

/** A slot keeps the write-ahead log that its replica has not read yet: one without a replica fills the disk. */
function measureSlots(db: Kysely<Tables>, registry: Registry) {
  new Gauge({
    name: 'ats_replication_slot_retained_bytes',
    help: 'Write-ahead log that PostgreSQL keeps for a replication slot',
    labelNames: ['slot'] as const,
    registers: [registry],
    async collect() {
      this.reset()
      for (const { slot, bytes } of await retainedBySlots(db).catch(() => []))
        this.set({ slot }, Number(bytes))
    },
  })
}

/** A replica has slots of its own, but no current position to compare them with. */
async function retainedBySlots(db: Kysely<Tables>) {
  const { rows } = await sql<{ slot: string; bytes: string }>`
    select slot_name as slot, pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn) as bytes
    from pg_replication_slots where restart_lsn is not null`.execute(db)
  return rows
}

/** Since when nothing is sealed, whether there was something to seal or not. */
function measureSeals(db: Kysely<Tables>, registry: Registry) {
  new Gauge({
    name: 'ats_ledger_seal_lag_seconds',
    help: 'Time since the whole ledger was sealed',
    registers: [registry],
    async collect() {
      this.remove()
      const { rows } = await sql<{ lag: number | null }>`
        select extract(epoch from now() - reached_at)::float8 as lag from ledger_sealing`
        .execute(db)
        .catch(() => ({ rows: [] }))
      const lag = rows[0]?.lag ?? null
      if (lag !== null) this.set(lag)
    },
  })
}

async function newestBackup(folder: string): Promise<number> {
  const name = (await backupsIn(folder)).at(-1)
  return name === undefined ? 0 : Date.parse((await readManifest(join(folder, name))).madeAt) / 1000
}

function measureBackups({ mostHours }: Config['backups'], folder: string, registry: Registry) {
  new Gauge({
    name: 'ats_backup_newest_timestamp_seconds',
    help: 'When the newest whole backup was made; 0 where there is none',
    registers: [registry],
    async collect() {
      this.set(await newestBackup(folder).catch(() => 0))
    },
  })
  new Gauge({
    ...{ name: 'ats_backup_allowed_seconds', help: 'How old the newest backup may be' },
    registers: [registry],
  }).set(mostHours * 3600)
}

async function archiveFails(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ failing: boolean }>`
    select last_failed_time is not null and coalesce(last_failed_time > last_archived_time, true) as failing
    from pg_stat_archiver`.execute(db)
  return rows[0]?.failing === true
}
