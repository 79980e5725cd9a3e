import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from './sources.ts'

/** The sharp of the server, which re-encodes images. */
type Sharp = (
  drawing: Buffer,
  options: { density: number },
) => { resize: (width: number, height: number) => { png: () => { toBuffer: () => Promise<Buffer> } } }

/** Draws the home screen icons of the counting app from the icon of the product; run it again when that changes. */
const sharp = createRequire(join(root, 'server/package.json'))('sharp') as Sharp

const publicDir = join(root, 'web/public')
const folder = join(publicDir, 'icons')

const icon = await readFile(join(publicDir, 'icon.svg'), 'utf8')
/**
 * A launcher may crop a maskable icon to a circle of four fifths: the background fills the edges, the drawing
 * shrinks.
 */
const maskable = icon
  .replace('viewBox="0 0 32 32"', 'viewBox="-4 -4 40 40"')
  .replace('<rect width="32" height="32" rx="8"', '<rect x="-4" y="-4" width="40" height="40"')

await mkdir(folder, { recursive: true })
for (const [name, drawing, size] of [
  ['count-192', icon, 192],
  ['count-512', icon, 512],
  ['count-maskable-512', maskable, 512],
] as const) {
  const picture = await sharp(Buffer.from(drawing), { density: 1200 }).resize(size, size).png().toBuffer()
  await writeFile(join(folder, `${name}.png`), picture)
}
