import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { root } from '../sources.ts'

export type Settings = Record<string, string>

const templates = join(root, 'ops/ha')
/** What is not a template: who reads it does so as it is. */
const asTheyAre = new Set(['defaults.env', 'example.env', 'compose.yaml', 'Dockerfile'])

const readSettings = async (file: string) => parseEnv(await readFile(file, 'utf8')) as Settings

/** The settings of a node are those of its number: `PG_PORT` is `PG_PORT_2` on node 2, unless it is given itself. */
function ofNode(settings: Settings): Settings {
  const numbered = Object.entries(settings)
    .filter(([name]) => name.endsWith(`_${settings.NODE}`))
    .map(([name, value]) => [name.replace(/_\d$/, ''), value])
  return { ...Object.fromEntries(numbered), ...settings }
}

/** Puts settings in the place of their names, in settings as well; says every name at once that is missing. */
export function fill(text: string, settings: Settings): string {
  const missing = new Set<string>()
  const replace = (part: string, depth: number): string =>
    part.replace(/\$\{([A-Z0-9_]+)\}/g, (_, name: string) => {
      const value = settings[name]
      if (value === undefined || depth > 5) missing.add(name)
      return value === undefined || depth > 5 ? '' : replace(value, depth + 1)
    })
  const filled = replace(text, 0)
  if (missing.size > 0) throw new Error(`These settings are missing: ${[...missing].join(', ')}`)
  return filled
}

/** Writes files of a node, all unless some are named; passwords are in them, so only their owner may read them. */
export async function renderNode(given: Settings, folder: string, only?: string[]): Promise<void> {
  const defaults = await readSettings(join(templates, 'defaults.env'))
  const settings = ofNode({ ...defaults, OUT: folder, ...given })
  await mkdir(folder, { recursive: true })
  const names = only ?? (await readdir(templates)).filter((name) => !asTheyAre.has(name))
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
