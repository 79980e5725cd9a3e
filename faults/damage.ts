import { open, readdir, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClusterNode } from '../scripts/readers/nats-cluster.ts'
import { stream } from '../server/src/kernel/log/log.ts'

/** The largest file in which a stopped node keeps the messages of readers. */
async function blockOf({ store }: ClusterNode) {
  const folder = join(store, 'jetstream/$G/streams', stream, 'msgs')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.blk'))
  const blocks = await Promise.all(
    names.map(async (name) => ({ path: join(folder, name), size: (await stat(join(folder, name))).size })),
  )
  const [largest] = blocks.toSorted((a, b) => b.size - a.size)
  if (largest === undefined || largest.size === 0) throw new Error(`There is no message in ${folder}`)
  return largest
}

export type Damage = (node: ClusterNode, random: () => number) => Promise<string>

/** Simulates a disk that returns data that was never written. */
export const flipBit: Damage = async (node, random) => {
  const { path, size } = await blockOf(node)
  const at = Math.floor(size * (0.2 + 0.6 * random()))
  const file = await open(path, 'r+')
  try {
    const byte = Buffer.alloc(1)
    await file.read(byte, 0, 1, at)
    byte[0] = (byte[0] ?? 0) ^ 1
    await file.write(byte, 0, 1, at)
  } finally {
    await file.close()
  }
  return `a bit flipped at ${at} of ${size} bytes`
}

/** Simulates a file system whose repair truncates a file. */
export const cutBlock: Damage = async (node, random) => {
  const { path, size } = await blockOf(node)
  const kept = Math.floor(size * (0.2 + 0.6 * random()))
  await truncate(path, kept)
  return `a block cut off after ${kept} of ${size} bytes`
}
