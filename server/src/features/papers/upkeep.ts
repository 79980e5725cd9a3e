import { sql } from 'kysely'
import { type Id, inTransaction } from '#kernel/db/db.ts'
import { keepADay } from '#kernel/files/picture-files.ts'
import type { Services } from '#kernel/services.ts'

const atATime = 500

type Gone = { id: Id; hash: string; thumbnail: string | null }

/**
 * Ends links that were removed more than a day ago, and papers without a record. Their files stay another day,
 * because a backup copies the files later than the database.
 */
export async function forgetPapers({ db, papers }: Pick<Services, 'db' | 'papers'>) {
  for (;;) {
    const gone = await inTransaction(db, async (tx) => {
      const { rows } = await sql<{ id: Id }>`delete from paper_links where ctid = any(array(
          select ctid from paper_links where removed_at < now() - interval '1 day' order by removed_at
          limit ${sql.lit(atATime)} for update skip locked))
        returning paper_id as id`.execute(tx)
      const ids = rows.map(({ id }) => id)
      // Locked first, because somebody may attach one of them at this moment.
      await sql`select from papers where id = any(${ids}::uuid[]) order by id for update`.execute(tx)
      const removed = await sql<Gone>`delete from papers where id = any(${ids}::uuid[])
        and not exists (select from paper_links where paper_links.paper_id = papers.id)
        returning id, hash, thumbnail`.execute(tx)
      return { links: ids.length, papers: removed.rows }
    })
    await keepADay(
      papers,
      gone.papers.flatMap(({ hash, thumbnail }) => [hash, thumbnail]),
    )
    if (gone.links < atATime) return
  }
}
