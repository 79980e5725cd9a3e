import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'

const keptFile = z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })
const fingerprint = z.object({ rows: z.number(), checksum: z.string() })

const database = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('pg_dump'),
    name: z.string(),
    server: z.string(),
    collate: z.string(),
    ctype: z.string(),
    migrations: z.array(z.string()),
    tables: z.record(z.string(), fingerprint),
    files: z.array(keptFile),
  }),
  z.object({ kind: z.literal('pgbackrest'), stanza: z.string(), label: z.string() }),
])

const manifest = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  database,
  /** The list of the files has one line each, in the format of sha256sum. */
  files: z.object({ count: z.number(), bytes: z.number(), list: keptFile, missing: z.number().optional() }),
})

export type Manifest = z.infer<typeof manifest>
export type DumpedDatabase = Extract<Manifest['database'], { kind: 'pg_dump' }>
export type KeptFile = z.infer<typeof keptFile>

const manifestName = 'manifest.json'
export const listName = 'files.sha256'

/** The name of a backup: its time, in characters that every file system accepts. */
export const stampOf = (moment: Date) => moment.toISOString().slice(0, 19).replaceAll(':', '-')
export const isStamp = (name: string) => /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d$/.test(name)

export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

export async function describeFile(folder: string, path: string): Promise<KeptFile> {
  const whole = join(folder, path)
  return { path, bytes: (await stat(whole)).size, sha256: await sha256Of(whole) }
}

/** The files of a backup that differ from what was written, in words. */
export async function spoiled(folder: string, files: readonly KeptFile[]): Promise<string[]> {
  const problems: string[] = []
  for (const { path, sha256 } of files) {
    const found = await sha256Of(join(folder, path)).catch(() => undefined)
    if (found === undefined) problems.push(`${path} is missing`)
    else if (found !== sha256) problems.push(`${path} has another SHA-256 than when it was written`)
  }
  return problems
}

export const writeManifest = (folder: string, contents: Manifest) =>
  writeFile(join(folder, manifestName), `${JSON.stringify(contents, null, 2)}\n`, { flush: true })

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => {
    throw new Error(`${folder} holds no whole backup: it has no ${manifestName}`)
  })
  return manifest.parse(JSON.parse(text))
}

/** The complete backups in a folder, oldest first. An incomplete one has another name. */
export async function backupsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter(isStamp).sort()
}
