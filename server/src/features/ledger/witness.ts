import { appendFile, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { SealProof } from '@ats/contract/ledger/seal.ts'
import { sql } from 'kysely'
import type { Db } from '#kernel/db/db.ts'
import { sealColumns } from './sealed-columns.ts'

const file = 'seals.ndjson'
const mostAtOnce = 1000
/** More than a line. */
const endBytes = 4096

const unlessMissing = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return undefined
  throw error
}

/** The number in the last whole line; a line that was cut off is written again. */
async function lastNumber(path: string): Promise<number> {
  const handle = await open(path, 'r').catch(unlessMissing)
  if (handle === undefined) return 0
  try {
    const { size } = await handle.stat()
    const { buffer, bytesRead } = await handle.read({
      ...{ buffer: Buffer.alloc(endBytes), position: Math.max(0, size - endBytes) },
    })
    const numbers = [...buffer.toString('utf8', 0, bytesRead).matchAll(/^\{"number":(\d+),.*\}$/gm)]
    return Number(numbers.at(-1)?.[1] ?? 0)
  } finally {
    await handle.close()
  }
}

/** Appends the seals that the file lacks. Two workers may both write a seal; that does no harm. */
export async function noteSeals(db: Db, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, file)
  for (;;) {
    const after = await lastNumber(path)
    const { rows } = await sql<SealProof>`select ${sql.raw(sealColumns)} from ledger_seals
      where number > ${after} order by number limit ${mostAtOnce}`.execute(db)
    if (rows.length === 0) return
    // The first line break ends a line that was cut off.
    const lines = rows.map((seal) => `${JSON.stringify(seal)}\n`).join('')
    await appendFile(path, after === 0 ? lines : `\n${lines}`, { mode: 0o600 })
    if (rows.length < mostAtOnce) return
  }
}
