import { createHmac } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openBucket } from '#kernel/files/bucket.ts'
import type { Config } from '../config.ts'
import { failed, ok, warning } from './findings.ts'

type Kept = Pick<Config, 'secret' | 'dataDir' | 'bucket'>

const name = 'secret-fingerprint'

/** Enough to compare two secrets, too little to recover one. */
const fingerprintOf = (secret: string) =>
  createHmac('sha256', secret).update('fingerprint').digest('hex').slice(0, 16)

const unlessMissing = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return undefined
  throw error
}

/** Stored with the files of the product: in its bucket, or else in its folder. */
function placeOf({ dataDir, bucket: settings }: Kept) {
  if (settings === undefined) {
    const path = join(dataDir, name)
    return {
      where: path,
      read: () => readFile(path, 'utf8').catch(unlessMissing),
      write: async (text: string) => {
        await mkdir(dataDir, { recursive: true })
        await writeFile(path, text, { flag: 'wx', mode: 0o600 })
      },
    }
  }
  const bucket = openBucket(settings)
  return {
    where: `${settings.url}/${name}`,
    read: async () => (await bucket.get(name))?.toString(),
    write: (text: string) => bucket.put(name, Buffer.from(text)),
  }
}

/** The first start of an installation writes it; a later one with another SECRET does not change it. */
export async function keepFingerprint(config: Kept): Promise<void> {
  const place = placeOf(config)
  if ((await place.read()) === undefined) await place.write(`${fingerprintOf(config.secret)}\n`)
}

export const sameSecret = (config: Kept) => async () => {
  const { where, read } = placeOf(config)
  const kept = (await read())?.trim()
  if (kept === undefined) return warning(`${where} is not there: no API server has started with this SECRET`)
  return kept === fingerprintOf(config.secret)
    ? ok('SECRET is the one that this installation began with')
    : failed(
        `SECRET is not the one that this installation began with: put that one back, or remove ${where} if it was changed on purpose`,
      )
}
