import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { largestPicture, redraw } from '#kernel/files/images.ts'
import type { Store } from '#kernel/files/store.ts'
import { found } from '#kernel/http/problem.ts'
import { withinScope } from '#kernel/scope.ts'

export type Pictures = { image: string; thumbnail: string }

const thumbnail = { width: 96, height: 96, fit: 'cover' } as const

/** Stores the images; see `withPictures`. */
export async function keepPictures(
  store: Store,
  image: Uint8Array | undefined,
): Promise<Pictures | undefined> {
  if (image === undefined) return undefined
  const [large, small] = await Promise.all([redraw(image, largestPicture), redraw(image, thumbnail)])
  return { image: await store.put(large, 'webp'), thumbnail: await store.put(small, 'webp') }
}

export async function pictureOfAsset(db: Db, store: Store, actor: Actor, id: Id, size: 'full' | 'thumbnail') {
  const row = await db
    .selectFrom('assets')
    .select(['image', 'thumbnail'])
    .where('id', '=', id)
    .where(withinScope(actor, 'assets'))
    .executeTakeFirst()
  const name = size === 'full' ? row?.image : row?.thumbnail
  return found(name ? await store.get(name) : undefined, 'picture-not-found')
}
