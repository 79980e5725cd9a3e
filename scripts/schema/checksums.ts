import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The checksum of every migration in a folder, one to a line, as `sha256sum` writes them. */
async function checksumLines(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name))))
  return texts.map((text, at) => `${createHash('sha256').update(text).digest('hex')}  ${names[at]}`)
}

const nameOf = (line: string) => line.split('  ')[1] ?? ''

/**
 * The checksum file with a line added for each new migration. A migration that has a line is frozen: existing
 * databases have run it as it was.
 */
export async function frozenMigrations(folder: string, committed: string): Promise<string> {
  const lines = await checksumLines(folder)
  const frozen = committed.split('\n').filter((line) => line !== '')
  const changed = frozen.filter((line) => !lines.includes(line)).map(nameOf)
  if (changed.length > 0)
    throw new Error(
      `${changed.join(', ')} changed after it landed; put it back and write a new migration instead (one that has not landed yet: delete its line in server/migrations/checksums and run npm run schema)`,
    )
  return `${lines.join('\n')}\n`
}
