import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { openBucket } from '#kernel/files/bucket.ts'
import { tryMailServer } from '#kernel/mail/mail.ts'
import type { Config } from '../config.ts'
import { type Check, failed, ok, warning } from './findings.ts'
import { backupsIn, readManifest } from './manifest.ts'

const gigabyte = 1_000_000_000
const hour = 60 * 60 * 1000

/** What is written, forced to the disk and read again: a folder that is there may still be full or read-only. */
const writable = (dataDir: string) => async () => {
  const path = join(dataDir, `.doctor-${randomUUID()}`)
  await mkdir(dataDir, { recursive: true })
  try {
    const file = await open(path, 'wx')
    await file.writeFile('written').then(() => file.sync())
    await file.close()
    const read = await readFile(path, 'utf8')
    return read === 'written' ? ok(dataDir) : failed(`${dataDir} does not give back what was written`)
  } finally {
    await rm(path, { force: true })
  }
}

/** One small object is written, read and removed. */
const bucketWorks =
  ({ bucket: settings }: Config) =>
  async () => {
    if (settings === undefined) return ok('files are in DATA_DIR')
    const bucket = openBucket(settings)
    const key = `doctor/${randomUUID()}`
    await bucket.put(key, Buffer.from('written'))
    const read = await bucket.get(key)
    await bucket.remove(key)
    return read?.toString() === 'written' ? ok(settings.url) : failed(`${settings.url} lost what was written`)
  }

const space = (folder: string) => async () => {
  const { bavail, blocks, bsize } = await statfs(folder)
  const [free, share] = [bavail * bsize, bavail / blocks]
  const detail = `${(free / gigabyte).toFixed(1)} GB free of ${((blocks * bsize) / gigabyte).toFixed(1)} at ${folder}`
  if (free < gigabyte || share < 0.05) return failed(detail)
  return free < 5 * gigabyte || share < 0.1 ? warning(detail) : ok(detail)
}

const mail =
  ({ mail: settings }: Config) =>
  async () => {
    if (settings === undefined)
      return warning('SMTP_URL is not set: nobody resets a password or is told by mail')
    await tryMailServer(settings)
    return ok(`${new URL(settings.url).host} lets us in`)
  }

const settings = (config: Config) => async () => {
  const remarks = [
    ...(config.production ? [] : ['NODE_ENV is not production']),
    ...(config.origin.startsWith('https:') ? [] : [`people reach ${config.origin} without TLS`]),
    ...(config.demo ? ['DEMO shows a sign-in to everyone'] : []),
  ]
  return remarks.length > 0 ? warning(remarks.join('; ')) : ok(`${config.origin}, ${config.timeZone}`)
}

const backups =
  ({ backups: { folder, mostHours } }: Config) =>
  async () => {
    if (folder === undefined)
      return warning('BACKUP_DIR is not set, so nobody knows how old the last backup is')
    const newest = (await backupsIn(folder)).at(-1)
    if (newest === undefined) return failed(`${folder} holds no whole backup`)
    const { madeAt } = await readManifest(join(folder, newest))
    const hours = (Date.now() - Date.parse(madeAt)) / hour
    const detail = `${newest}, ${hours.toFixed(1)} hours old`
    return hours > mostHours ? failed(`${detail}; at most ${mostHours} are allowed`) : ok(detail)
  }

export const machineChecks = (config: Config): Record<string, Check> => ({
  settings: settings(config),
  files: writable(config.dataDir),
  bucket: bucketWorks(config),
  disk: space(config.dataDir),
  mail: mail(config),
  backups: backups(config),
})
