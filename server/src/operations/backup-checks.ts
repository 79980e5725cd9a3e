import { createHash } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../config.ts'
import { restoreFiles } from './backup-files.ts'
import { type Check, failed, freeSpace, ok, warning } from './findings.ts'
import { backupsIn, type Manifest, readManifest, spoiled } from './manifest.ts'

const hour = 60 * 60 * 1000
/** A terabyte takes longer: then a drill of the same backup is the check. */
const readingMs = 30 * 60 * 1000

const dumpOf = ({ database }: Manifest) => (database.kind === 'pg_dump' ? database.files : [])

const bytesOf = (manifest: Manifest) =>
  dumpOf(manifest).reduce((sum, { bytes }) => sum + bytes, manifest.files.bytes)

async function newestIn(folder: string) {
  const name = (await backupsIn(folder)).at(-1)
  if (name === undefined) throw new Error(`${folder} holds no whole backup`)
  return { name, path: join(folder, name), manifest: await readManifest(join(folder, name)) }
}

const age =
  ({ backups: { folder, mostHours } }: Config) =>
  async () => {
    if (folder === undefined)
      return warning('BACKUP_DIR is not set, so nobody knows how old the last backup is')
    const { name, manifest } = await newestIn(folder)
    const hours = (Date.now() - Date.parse(manifest.madeAt)) / hour
    const detail = `${name}, ${hours.toFixed(1)} hours old`
    return hours > mostHours ? failed(`${detail}; at most ${mostHours} are allowed`) : ok(detail)
  }

/** Reads every byte of the newest backup again. */
const checksums = (folder: string) => async () => {
  const { name, path, manifest } = await newestIn(folder)
  const lost = await spoiled(path, [...dumpOf(manifest), manifest.files.list])
  if (lost.length > 0) return failed(`${name} is damaged: ${lost.join(', ')}`)
  const count = await restoreFiles(path, async (_name, stream) => {
    const hash = createHash('sha256')
    await pipeline(stream, hash)
    return hash.digest('hex')
  }).catch((error: Error) => error)
  if (count instanceof Error) return failed(`${name} is damaged: ${count.message}`)
  return ok(`${name}: the database and ${count} files are as they were written`)
}

/** The same minimum as any other disk, and room for one more backup. */
const room = (folder: string) => async () => {
  const space = freeSpace(folder, await statfs(folder))
  const newest = await newestIn(folder).catch(() => undefined)
  const needed = newest === undefined ? 0 : bytesOf(newest.manifest)
  return space.free < needed ? failed(`${space.detail}: less than the newest backup takes`) : space.finding
}

export function backupChecks(config: Config): Record<string, Check> {
  const { folder } = config.backups
  if (folder === undefined) return { backups: age(config) }
  return {
    backups: age(config),
    'backup disk': room(folder),
    'backup checksums': Object.assign(checksums(folder), { patienceMs: readingMs }),
  }
}
