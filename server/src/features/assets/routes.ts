import { assets, legacyAssetPaths } from '@ats/contract/assets/assets.ts'
import { assetBin } from '@ats/contract/assets/bin.ts'
import { assetBulk } from '@ats/contract/assets/bulk.ts'
import { assetHistory } from '@ats/contract/assets/history.ts'
import { assetTags } from '@ats/contract/assets/tags.ts'
import type { BulkAnswer } from '@ats/contract/bulk-jobs.ts'
import { normalizeTag } from '@ats/contract/epc.ts'
import { standardSize } from '@ats/contract/paging.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { allOwnFields } from '#features/own-fields/own-fields.ts'
import type { Actor } from '#kernel/actor.ts'
import { inTransaction } from '#kernel/db/db.ts'
import { pictureReply } from '#kernel/files/images.ts'
import { keepADay, withPictures } from '#kernel/files/picture-files.ts'
import { keyOf, withIdempotencyKey } from '#kernel/http/idempotency.ts'
import { found, invalid } from '#kernel/http/problem.ts'
import { serve } from '#kernel/http/serve.ts'
import { wholeList } from '#kernel/http/whole-list.ts'
import type { Services } from '#kernel/services.ts'
import { confirmTag, deleteAsset, loseTag, registerAsset, replaceTag, updateAsset } from './assets.ts'
import { changeMany, restoreMany } from './bulk.ts'
import { historyOf } from './history.ts'
import { deletedPage } from './list/deleted-list.ts'
import { resolveAssetFilter } from './list/filters.ts'
import { assetPages } from './list/lists.ts'
import { resolveAssetOrder } from './list/orders.ts'
import { shownValues } from './own-values.ts'
import { keepPictures, pictureOfAsset } from './pictures.ts'
import { assetById, assetsWithCode, type ShownRow, toAsset } from './queries.ts'
import { undoMove } from './undo-move.ts'

export function assetRoutes(app: FastifyInstance, services: Services) {
  assetCalls(app, services, assets)
  assetCalls(app, services, legacyAssetPaths)
  lookupRoutes(app, services)
  historyAndBinRoutes(app, services)
  undoRoutes(app, services)
  binRoutes(app, services)
}

function versionOf(request: FastifyRequest) {
  const header = request.headers['if-match']
  if (header === undefined) return undefined
  const version = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header)?.[1]
  if (version === undefined) throw invalid('If-Match', 'if-match-malformed')
  return Number(version)
}

/** An asset as the actor may see it. */
const shownTo =
  ({ db }: Services) =>
  async (actor: Actor, row: ShownRow) =>
    toAsset(row, await shownValues(db, actor, [row]))

function assetCalls(app: FastifyInstance, services: Services, calls: typeof legacyAssetPaths) {
  const { db, reads, store } = services
  const assetOf = shownTo(services)
  serve(app, calls.list, async ({ query: { cursor, size, ...filter } }, { actor, ...call }) => {
    const order = await resolveAssetOrder(db, actor, filter)
    const turn = await assetPages(db, actor, await resolveAssetFilter(db, actor, filter), order)
    const page = async (at?: string, most = standardSize) => {
      const { rows, ...rest } = await turn({ cursor: at, size: most })
      const shown = await shownValues(db, actor, rows)
      return { rows: rows.map((row) => toAsset(row, shown)), ...rest }
    }
    if (cursor === undefined && size === undefined)
      return wholeList(services, { app, actor, ...call }, { name: 'assets', filter, page })
    const { rows, ...rest } = await page(cursor, size)
    return { assets: rows, ...rest }
  })

  serve(app, calls.register, async ({ body, image }, { actor, request }) => {
    const request_ = { body, image: image && Buffer.from(image).toString('base64') }
    const mustBeComplete = (await allOwnFields(db)).some(({ required, retired }) => required && !retired)
    return withPictures(services, await keepPictures(store, image), (pictures) =>
      inTransaction(db, (tx) =>
        withIdempotencyKey(tx, actor, keyOf(request), request_, async () => ({
          asset: await assetOf(actor, await registerAsset(tx, actor, body, { pictures, mustBeComplete })),
          message: 'Asset Registered Successfully!',
        })),
      ),
    )
  })

  serve(app, calls.get, async ({ params }, { actor, reply }) => {
    const asset = await assetOf(actor, found(await assetById(reads, actor, params.id), 'asset-not-found'))
    reply.header('etag', `"${asset.version}"`)
    return asset
  })

  serve(app, calls.update, async ({ params, body, image }, { actor, request }) => {
    const before = found(await assetById(db, actor, params.id), 'asset-not-found')
    const version = versionOf(request) ?? body.version
    const after = await withPictures(services, await keepPictures(store, image), (pictures) =>
      inTransaction(db, (tx) => updateAsset(tx, actor, params.id, body, { pictures, version })),
    )
    if (after.image !== before.image) await keepADay(store, [before.image, before.thumbnail])
    return { asset: await assetOf(actor, after), message: 'Asset updated successfully!' }
  })

  serve(app, calls.remove, async ({ params, query }, { actor }) => {
    await inTransaction(db, (tx) => deleteAsset(tx, actor, params.id, query.reason))
    return { message: 'Asset deleted successfully!' }
  })
}

function lookupRoutes(app: FastifyInstance, { db, reads, store }: Services) {
  serve(app, assets.find, async ({ query }, { actor }) => {
    const rows = await assetsWithCode(reads, actor, { typed: query.code, tag: normalizeTag(query.code) })
    const shown = await shownValues(db, actor, rows)
    return { assets: rows.map((row) => ({ ...toAsset(row, shown), deleted: row.deletedAt !== null })) }
  })

  serve(app, assets.image, async ({ params, query }, { actor }) =>
    pictureReply(await pictureOfAsset(db, store, actor, params.id, query.size)),
  )
}

/** Work that continues as a job gets status 202. */
function answerOf(answer: BulkAnswer, reply: FastifyReply): BulkAnswer {
  if (answer.job !== undefined) reply.code(202)
  return answer
}

function historyAndBinRoutes(app: FastifyInstance, services: Services) {
  const { db } = services
  const assetOf = shownTo(services)
  serve(app, assetHistory.list, ({ params, query }, { actor }) =>
    historyOf(db, actor, params.id, query.before),
  )

  serve(app, assetTags.replace, async ({ params, body }, { actor }) => ({
    asset: await assetOf(
      actor,
      await inTransaction(db, (tx) => replaceTag(tx, actor, params.id, body.rfidTag)),
    ),
    message: 'Tag attached.',
  }))

  serve(app, assetTags.confirm, async ({ params, body }, { actor }) => ({
    asset: await assetOf(
      actor,
      await inTransaction(db, (tx) => confirmTag(tx, actor, params.id, body.rfidTag)),
    ),
    message: 'Tag confirmed.',
  }))

  serve(app, assetTags.lose, async ({ params }, { actor }) => ({
    asset: await assetOf(actor, await inTransaction(db, (tx) => loseTag(tx, actor, params.id))),
    message: 'Tag marked as lost.',
  }))

  serve(app, assetBulk.change, async ({ body }, { actor, reply }) =>
    answerOf(await changeMany(services, actor, body), reply),
  )
}

function undoRoutes(app: FastifyInstance, { db }: Services) {
  serve(app, assetBulk.undoMove, async ({ body }, { actor }) => undoMove(db, actor, body.move, body.ids))
}

function binRoutes(app: FastifyInstance, services: Services) {
  const { db } = services
  serve(app, assetBin.list, async ({ query }, { actor }) => {
    const { rows, ...page } = await deletedPage(db, actor, query)
    const own = await shownValues(db, actor, rows)
    const shown = rows.map((row) => ({
      ...toAsset(row, own),
      deletedAt: row.deletedAt ?? '',
      deletedBy: row.deletedBy,
      reason: row.reason,
    }))
    return { assets: shown, ...page }
  })

  serve(app, assetBin.restore, async ({ body }, { actor, reply }) =>
    answerOf(await restoreMany(services, actor, body.ids), reply),
  )
}
