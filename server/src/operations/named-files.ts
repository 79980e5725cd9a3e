import type pg from 'pg'
import { namedPaperFiles } from '#kernel/files/paper-files.ts'
import { namedPictures } from '#kernel/files/picture-files.ts'

/** The files that rows name, as paths below `DATA_DIR` or in the bucket; some more than once. */
const named = `
  select 'images/' || left(name, 2) || '/' || name as path from (${namedPictures}) as pictures
  union all select 'papers/' || left(name, 2) || '/' || name from (${namedPaperFiles}) as papers
  union all select 'imports/' || file from imports where status = 'reading'
  union all select 'exports/' || file from exports where status = 'ready' and file is not null`

const atATime = 5000

/** All of them in batches, never all in memory. */
export async function* namedFiles(client: pg.Client): AsyncIterable<string[]> {
  await client.query('begin read only')
  try {
    await client.query(`declare named no scroll cursor for ${named}`)
    for (;;) {
      const { rows } = await client.query<{ path: string }>(`fetch ${atATime} from named`)
      if (rows.length === 0) return
      yield rows.map(({ path }) => path)
    }
  } finally {
    await client.query('rollback')
  }
}

/** Which of these files rows still name: a file may be deleted with its row during the backup. */
export async function stillNamed(client: pg.Client, paths: readonly string[]): Promise<string[]> {
  if (paths.length === 0) return []
  const { rows } = await client.query<{ path: string }>(
    `select distinct path from (${named}) as files where path = any($1) order by path`,
    [paths],
  )
  return rows.map(({ path }) => path)
}
