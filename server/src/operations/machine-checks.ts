import { randomUUID } from 'node:crypto'
import { open, readFile, rm, stat, statfs } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { openBucket } from '#kernel/files/bucket.ts'
import { tryMailServer } from '#kernel/mail/mail.ts'
import type { Config } from '../config.ts'
import { fileFolders } from './backup-files.ts'
import { type Check, failed, freeSpace, ok, warning } from './findings.ts'
import { ownerOf, unreadableIn } from './ownership.ts'
import { sameSecret } from './secret-fingerprint.ts'

/** Access to files depends on the user: it must be the one that the service runs as, who owns `DATA_DIR`. */
const user = (dataDir: string) => async () => {
  const { uid, username } = userInfo()
  const owner = await stat(dataDir)
  if (owner.uid === uid)
    return uid === 0 ? warning('the service runs as root: give it a user of its own') : ok(username)
  // A volume created by a cluster belongs to root, even if the service's user may write to it.
  if (owner.uid === 0 && uid !== 0) return ok(`${username}; ${dataDir} belongs to root`)
  return failed(
    `this is ${username}, but ${dataDir} belongs to the user with the number ${owner.uid}: run it as the service's user, runuser -u ats -- …`,
  )
}

/** Writes a file, syncs it to disk and reads it back: an existing folder may still be full or read-only. */
const writable = (dataDir: string) => async () => {
  const path = join(dataDir, `.doctor-${randomUUID()}`)
  const owner = await ownerOf(dataDir)
  if (owner === undefined) return failed(`${dataDir} does not exist: install -d -o ats -m 700 ${dataDir}`)
  const unreadable = await unreadableIn(
    fileFolders.map((folder) => join(dataDir, folder)),
    owner,
  )
  if (unreadable.length > 0)
    return failed(
      `the owner of ${dataDir} cannot read ${unreadable.length} files, such as ${unreadable[0]}: chown -R --reference=${dataDir} ${dataDir}`,
    )
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

/** Writes, reads and deletes one small object. */
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

const space = (folder: string) => async () => freeSpace(folder, await statfs(folder)).finding

const mail =
  ({ mail: settings }: Config) =>
  async () => {
    if (settings === undefined)
      return warning('SMTP_URL is not set: nobody resets a password or gets a notification by email')
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

export const machineChecks = (config: Config): Record<string, Check> => ({
  settings: settings(config),
  user: user(config.dataDir),
  secret: sameSecret(config),
  files: writable(config.dataDir),
  bucket: bucketWorks(config),
  disk: space(config.dataDir),
  mail: mail(config),
})
