import { mostPictures, type picturedKinds } from '@ats/contract/shop/shop.ts'
import { sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, inTransaction } from '#kernel/db/db.ts'
import { largestPicture, redraw } from '#kernel/files/images.ts'
import { keepADay, withPictures } from '#kernel/files/picture-files.ts'
import type { Store } from '#kernel/files/store.ts'
import { found, Problem } from '#kernel/http/problem.ts'
import type { Services } from '#kernel/services.ts'
import { changing, recordOf } from './records.ts'

type Owner = { owner: (typeof picturedKinds)[number]; number: number }

/** A category has one image, which a new one replaces. */
export async function addPicture(
  services: Services,
  actor: Actor,
  { owner, number }: Owner,
  image: Uint8Array,
) {
  const { db, store } = services
  await recordOf(db, owner, number)
  const file = await store.put(await redraw(image, largestPicture), 'webp')
  return withPictures(services, { file }, () =>
    inTransaction(db, async (tx) => {
      const replaced = owner === 'categories' ? await picturesOf(tx, { owner, number }) : []
      const { images } = await changing(tx, actor, owner, {
        number,
        work: async () => {
          for (const { id } of replaced) await sql`delete from shop_pictures where id = ${id}`.execute(tx)
          const kept = await picturesOf(tx, { owner, number })
          if (kept.length >= mostPictures) throw new Problem('shop-pictures-full')
          await sql`insert into shop_pictures (file, ${sql.ref(owner)}) values (${file}, ${number})`.execute(
            tx,
          )
        },
      })
      await keepADay(
        store,
        replaced.map((one) => one.file),
      )
      return { images }
    }),
  )
}

async function picturesOf(tx: Db, { owner, number }: Owner) {
  const { rows } = await sql<{ id: Id; file: string }>`select id, file from shop_pictures
    where ${sql.ref(owner)} = ${number}`.execute(tx)
  return rows
}

type Picture = Record<Owner['owner'], number | null> & { file: string }

const pictureById = async (db: Db, id: Id) => {
  const { rows } = await sql<Picture>`select file, products, categories, reviews from shop_pictures
    where id = ${id}`.execute(db)
  return found(rows[0], 'picture-not-found')
}

export async function removePicture({ db, store }: Services, actor: Actor, id: Id) {
  await inTransaction(db, async (tx) => {
    const { file, ...owners } = await pictureById(tx, id)
    for (const [owner, number] of Object.entries(owners))
      if (number !== null)
        await changing(tx, actor, owner as Owner['owner'], {
          number,
          work: () => sql`delete from shop_pictures where id = ${id}`.execute(tx),
        })
    await keepADay(store, [file])
  })
}

export async function pictureBytes(db: Db, store: Store, id: Id) {
  const { file } = await pictureById(db, id)
  return found(await store.get(file), 'picture-not-found')
}
