import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { root } from '../sources.ts'

export type Settings = Record<string, string>

const templates = join(root, 'ops/ha')
/** Files that are no templates and are used as they are. */
const asTheyAre = new Set(['defaults.env', 'example.env', 'compose.yaml', 'Dockerfile'])
const ofBackups = 'pgbackrest.conf'

export const readSettings = async (file: string) => parseEnv(await readFile(file, 'utf8')) as Settings

/** A node uses the settings of its number: `PG_PORT` is `PG_PORT_2` on node 2, unless `PG_PORT` itself is given. */
function ofNode(settings: Settings): Settings {
  const numbered = Object.entries(settings)
    .filter(([name]) => name.endsWith(`_${settings.NODE}`))
    .map(([name, value]) => [name.replace(/_\d$/, ''), value])
  return { ...Object.fromEntries(numbered), ...settings }
}

const needsRepository = `Backups need a repository that all three servers reach; one on a single server is lost with it, and archiving fails after a
fail-over. Set REPO_S3_BUCKET (with REPO_S3_ENDPOINT, REPO_S3_KEY and REPO_S3_KEY_SECRET), REPO_HOST (a server of its own), or REPO_FOLDER
(a folder that all three mount).`

const inBucket = `repo1-type=s3
repo1-path=/\${SCOPE}
repo1-s3-bucket=\${REPO_S3_BUCKET}
repo1-s3-endpoint=\${REPO_S3_ENDPOINT}
repo1-s3-region=\${REPO_S3_REGION}
repo1-s3-key=\${REPO_S3_KEY}
repo1-s3-key-secret=\${REPO_S3_KEY_SECRET}`

const onHost = `repo1-host=\${REPO_HOST}
repo1-host-type=tls
repo1-host-ca-file=\${TLS_DIR}/ca.pem
repo1-host-cert-file=\${TLS_DIR}/node.pem
repo1-host-key-file=\${TLS_DIR}/node-key.pem`

/** Where pgBackRest keeps backups and WAL, as lines of its configuration. */
function repositoryOf(settings: Settings): string {
  if (settings.REPO_S3_BUCKET) return inBucket
  if (settings.REPO_HOST) return onHost
  if (settings.REPO_FOLDER) return `repo1-path=\${REPO_FOLDER}`
  throw new Error(needsRepository)
}

/** Replaces names by settings, also within settings; the error lists all missing names. */
export function fill(text: string, settings: Settings): string {
  const missing = new Set<string>()
  const replace = (part: string, depth: number): string =>
    part.replace(/\$\{([A-Z0-9_]+)\}/g, (_, name: string) => {
      const value = settings[name]
      if (!value || depth > 5) missing.add(name)
      return !value || depth > 5 ? '' : replace(value, depth + 1)
    })
  const filled = replace(text, 0)
  if (missing.size > 0) throw new Error(`These settings are missing: ${[...missing].join(', ')}`)
  return filled
}

/** Writes the files of a node, all unless some are named. They contain passwords, so only their owner may read them. */
export async function renderNode(given: Settings, folder: string, only?: string[]): Promise<void> {
  const defaults = await readSettings(join(templates, 'defaults.env'))
  const known = { ...defaults, OUT: folder, ...given }
  const names = only ?? (await readdir(templates)).filter((name) => !asTheyAre.has(name))
  // A NATS cluster alone has no database to back up.
  const repository = names.includes(ofBackups) ? { REPOSITORY: repositoryOf(known) } : {}
  const settings = { ...ofNode(known), ...repository }
  await mkdir(folder, { recursive: true })
  for (const name of names) {
    const file = join(folder, name)
    await writeFile(file, fill(await readFile(join(templates, name), 'utf8'), settings))
    await chmod(file, 0o600)
  }
}

if (import.meta.main) {
  const [settings, folder] = process.argv.slice(2)
  if (settings === undefined || folder === undefined) {
    console.error('node scripts/ha/render.ts <file with settings> <folder>')
    process.exit(2)
  }
  await renderNode(await readSettings(settings), folder)
  console.log(`The files of this node are in ${folder}`)
}
