import { randomUUID } from 'node:crypto'
import { type Asset, assets, legacyAssetPaths } from '@ats/contract/assets/assets.ts'
import { assetBin } from '@ats/contract/assets/bin.ts'
import { assetBulk } from '@ats/contract/assets/bulk.ts'
import { assetTags } from '@ats/contract/assets/tags.ts'
import { bulkJobs } from '@ats/contract/bulk-jobs.ts'
import { deadLetters } from '@ats/contract/dead-letters.ts'
import { type EndpointName, namedEndpoints } from '@ats/contract/endpoints.ts'
import { exports } from '@ats/contract/exports.ts'
import { help } from '@ats/contract/help.ts'
import { accessRequests } from '@ats/contract/identity/access-requests.ts'
import { roles } from '@ats/contract/identity/roles.ts'
import { userSessions } from '@ats/contract/identity/user-sessions.ts'
import { users } from '@ats/contract/identity/users.ts'
import { imports } from '@ats/contract/imports.ts'
import { counting } from '@ats/contract/inventories/counting.ts'
import { inventories } from '@ats/contract/inventories/inventories.ts'
import { inventoryReview, unknownTags } from '@ats/contract/inventories/review.ts'
import { masters } from '@ats/contract/masters.ts'
import { notifications } from '@ats/contract/notifications.ts'
import { readers } from '@ats/contract/readers.ts'
import { sightings } from '@ats/contract/sightings.ts'
import { stateChanges } from '@ats/contract/state-changes.ts'
import { views } from '@ats/contract/views.ts'
import { type Person, type TestApp, testPassword } from './app.ts'
import { checkedImport, csvOf } from './imports.ts'
import { sweepBody } from './inventories.ts'
import { ownJob } from './matrix-bulk-job-rows.ts'
import { rows } from './matrix-rows.ts'
import { shopChanges } from './matrix-shop-rows.ts'
import { newsFor } from './news.ts'
import { type Attempt, attempt } from './scope-attempt.ts'
import type { Town } from './scope-town.ts'
import { webhookAttempts } from './scope-webhook-attempts.ts'
import { administratorOf, freshTag } from './stock.ts'

export type Target = {
  /** An asset in scope, and its place. */
  own: string
  ownPlace: { id: string; kind: string }
  /** An asset out of scope, and its place. */
  asset: Asset
  placeId: string
  kind: string
  others: Town
}

const picture = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')

const assetAttempts = (calls: typeof assets | typeof legacyAssetPaths, { own, asset, placeId }: Target) => {
  const params = { id: asset._id }
  const register = { rfidTag: freshTag(), assetName: 'Chair', location: 'indore' }
  return [
    attempt(calls.register, { body: register }, [400]),
    attempt(calls.register, { body: { ...register, placeId } }, [400]),
    attempt(calls.update, { params, body: { model: 'x' } }, [404]),
    attempt(calls.update, { params: { id: own }, body: { location: 'indore', placeId } }, [400]),
    attempt(calls.update, { params: { id: own }, body: { location: 'indore', placeId: null } }, [400]),
    attempt(calls.remove, { params }, [404]),
  ]
}

const traceAttempts = ({ own, ownPlace, asset, placeId, others }: Target) => {
  const params = { id: asset._id }
  const ids = [asset._id, others.inCity._id]
  return [
    attempt(assetTags.replace, { params, body: { rfidTag: freshTag() } }, [404]),
    attempt(assetTags.confirm, { params, body: { rfidTag: asset.rfidTag ?? '' } }, [404]),
    attempt(assetTags.lose, { params }, [404]),
    attempt(assetBulk.change, { body: { ids, action: 'delete' } }, 'each'),
    attempt(assetBulk.change, { body: { ids, action: 'assign', assignedUser: 'Asha' } }, 'each'),
    attempt(assetBulk.change, { body: { ids, action: 'move', placeId: ownPlace.id } }, 'each'),
    attempt(assetBulk.change, { body: { ids: [own], action: 'move', placeId } }, [400]),
    attempt(assetBulk.undoMove, { body: { ids, move: 'test' } }, [409]),
    attempt(assetBin.restore, { body: { ids: [others.gone._id] } }, 'each'),
  ]
}

const pendingOf = async ({ db }: TestApp, assetId: string) => {
  const query = db.selectFrom('state_changes').select('id').where('asset_id', '=', assetId)
  return [(await query.executeTakeFirstOrThrow()).id]
}

const stateChangeAttempts = ({ asset, others }: Target) => {
  const body = { assets: asset._id, newState: 'Not-Working', reason: 'It broke' }
  const decide = (decision: string) => async (t: TestApp) => ({
    body: { ids: await pendingOf(t, others.inRoom._id), decision, note: 'No' },
  })
  const ids = async (t: TestApp) => ({ body: { ids: await pendingOf(t, others.inRoom._id) } })
  return [
    attempt(stateChanges.create, { body }, 'each'),
    attempt(stateChanges.decide, decide('accept'), 'each'),
    attempt(stateChanges.decide, decide('deny'), 'each'),
    attempt(stateChanges.undo, ids, 'each'),
    attempt(stateChanges.cancel, ids, 'each'),
  ]
}

/** Attempts on what readers saw. */
const seenAttempts = ({ others: { readers: known, inventories: counted } }: Target) => [
  attempt(unknownTags.ignore, { body: { ids: [counted.unknownTag], reason: 'x' } }, 'each'),
  attempt(sightings.moveHere, { body: { ids: [known.strayed] } }, 'each'),
  attempt(sightings.ignore, { body: { ids: [known.strayed], reason: 'x' } }, 'each'),
]

/** Every change of an asset, or of data about one. */
export const attemptsOnAssets = (target: Target): Attempt[] => [
  ...assetAttempts(assets, target),
  ...assetAttempts(legacyAssetPaths, target),
  ...traceAttempts(target),
  ...stateChangeAttempts(target),
  ...seenAttempts(target),
]

const helpAttempts = ({ others }: Target) => {
  const params = { id: others.helpRequest }
  const body = { text: 'Let me see' }
  return [
    attempt(help.write, { params, body }, [404]),
    attempt(help.close, { params }, [404]),
    attempt(help.reopen, { params, body }, [404]),
  ]
}

/** Inventories of others, each in the status that the request needs. */
const inventoryAttempts = ({ placeId, others: { site, inventories: known } }: Target) => {
  const of = (id: string, body?: object) => ({ params: { id }, ...(body !== undefined && { body }) })
  const device = { deviceId: randomUUID(), device: 'A reader', placeId: site.room, unsent: 1 }
  const seen = { ...device, sightingId: randomUUID(), at: '2026-01-02T03:04:05Z' }
  const resolution = { action: 'ignore', reason: 'x' }
  const swept = sweepBody({ placeId: site.room, reads: [freshTag()] })
  return [
    attempt(inventories.plan, { body: { placeId } }, [400]),
    attempt(inventories.change, of(known.planned, { dueOn: '2026-12-31' }), [404]),
    attempt(inventories.start, of(known.planned), [404]),
    attempt(inventories.review, of(known.counting, {}), [404]),
    attempt(inventories.recount, of(known.review), [404]),
    attempt(inventories.approve, of(known.review, {}), [404]),
    attempt(inventories.cancel, of(known.planned, { reason: 'x' }), [404]),
    attempt(counting.read, of(known.counting, swept), [404]),
    attempt(counting.see, { ...of(known.counting, seen), image: picture }, [404]),
    attempt(counting.report, of(known.counting, device), [404]),
    attempt(inventoryReview.resolve, of(known.review, { items: [known.itemId], resolution }), [404]),
  ]
}

const readerAttempts = ({ placeId, others: { site, readers: known } }: Target) => {
  const params = { id: known.id }
  const readPoints = [{ antenna: 1, placeId: site.room, kind: 'room' }]
  return [
    attempt(readers.add, { body: { name: freshTag(), adapter: 'impinj', placeId } }, [400]),
    attempt(readers.change, { params, body: { name: 'Mine' } }, [404]),
    attempt(readers.remove, { params }, [404]),
    attempt(readers.rotate, { params }, [404]),
    attempt(readers.revoke, { params }, [404]),
    attempt(readers.setReadPoints, { params, body: { readPoints } }, [404]),
    attempt(deadLetters.replay, { body: { ids: [known.letter] } }, 'each'),
    attempt(deadLetters.discard, { body: { ids: [known.letter] } }, 'each'),
  ]
}

const masterAttempts = ({ ownPlace, placeId, kind, others }: Target) => {
  const params = { kind, id: placeId }
  const name = randomUUID()
  const room = { kind: 'room', id: others.site.room }
  return [
    attempt(masters.create, { params: { kind: 'mm' }, body: { name, parentId: others.site.city } }, [400]),
    attempt(masters.create, { params: { kind: 'room' }, body: { name, parentId: others.site.aou } }, [400]),
    attempt(masters.create, { params: { kind: 'city' }, body: { name } }, [403]),
    attempt(masters.create, { params: { kind: 'asset-state' }, body: { name } }, [403]),
    attempt(masters.update, { params, body: { name } }, [404]),
    attempt(masters.update, { params: ownPlace, body: { parentId: others.site.mm } }, [400]),
    attempt(masters.update, { params: room, body: { parentId: others.site.aou } }, [404]),
    attempt(masters.remove, { params }, [404]),
    attempt(masters.merge, { params, body: { into: ownPlace.id } }, [404]),
    attempt(masters.merge, { params: ownPlace, body: { into: placeId } }, [400]),
  ]
}

const userAttempts = ({ placeId, others }: Target) => {
  const params = { id: others.resident.id }
  const given = { role: 'user management', location: 'indore' }
  const newcomer = { name: 'New', email: `${randomUUID()}@example.com`, password: testPassword, ...given }
  const decide =
    (body?: object) =>
    async ({ db, cityId }: TestApp) => {
      const values = { name: 'New', email: `${randomUUID()}@example.com`, city_id: await cityId('Indore') }
      const request = db.insertInto('access_requests').values(values).returning('id')
      return { params: await request.executeTakeFirstOrThrow(), ...(body && { body }) }
    }
  return [
    attempt(users.register, { body: { ...newcomer, places: [] } }, [403]),
    attempt(users.register, { body: { ...newcomer, places: [placeId] } }, [400]),
    attempt(users.register, { body: { ...newcomer, location: 'mumbai' } }, [400]),
    attempt(accessRequests.approve, decide({ ...given, places: [] }), [404]),
    attempt(accessRequests.reject, decide(), [404]),
    attempt(users.update, { params, body: { name: 'Mallory' } }, [404]),
    attempt(users.update, { params, body: { password: 'Copper-Kettle-91' } }, [404]),
    attempt(users.setPicture, { params, image: picture }, [404]),
    attempt(users.remove, { params }, [404]),
    attempt(userSessions.endAll, { params }, [404]),
    attempt(userSessions.end, { params: { ...params, sessionId: randomUUID() } }, [404]),
    attempt(roles.create, { body: { roleName: randomUUID() } }, [403]),
    attempt(roles.update, roleInput({ permissions: [] }), [403]),
    attempt(roles.remove, roleInput(), [403]),
  ]
}
const roleInput =
  (body?: object) =>
  async ({ db }: TestApp) => {
    const query = db.selectFrom('roles').select('id').where('name', '=', 'Sub User')
    return { params: await query.executeTakeFirstOrThrow(), ...(body !== undefined && { body }) }
  }

const fileAttempts = ({ placeId }: Target) => {
  const view = { name: randomUUID(), list: 'brand' }
  return [
    attempt(views.create, { body: { ...view, placeId } }, [400]),
    attempt(views.create, { body: { ...view, list: 'assets', filter: { placeId } } }, [400]),
    attempt(exports.create, { body: { list: 'assets', format: 'csv', filter: { placeId } } }, [400]),
    ...webhookAttempts(placeId),
  ]
}

/** Records of another person that belong to no place. */
function othersRecords() {
  const file = csvOf([{ rfidTag: freshTag(), assetName: 'Chair', city: 'Indore' }])
  const importOf = async (t: TestApp) => ({
    params: { id: await checkedImport(t, await administratorOf(t), file, 'ready') },
  })
  const exportOf = async (t: TestApp) => {
    const wish = { body: { list: 'brand', format: 'csv' } }
    const { body } = await t.call(await administratorOf(t), exports.create, wish)
    return { params: { id: body.export.id } }
  }
  const jobOf = async (t: TestApp) => ownJob(t, await administratorOf(t))
  const onImport = (body: object) => async (t: TestApp) => ({ ...(await importOf(t)), body })
  const correction = { of: { rows: [2] }, to: { column: 'city', value: 'Indore' } }
  const shown = async (t: TestApp) => ({
    body: { action: 'bulk-job.finished', recordId: (await jobOf(t)).params.id },
  })
  const news = async (t: TestApp) => ({ params: { id: String(await newsFor(t, await administratorOf(t))) } })
  return [
    attempt(imports.match, onImport({ columns: ['rfidTag', 'assetName', 'city'] }), [404]),
    attempt(imports.correct, onImport(correction), [404]),
    ...[
      ...[imports.apply, imports.cancel, imports.undo, imports.retry, imports.remove],
      ...[imports.removeMasters, imports.undoCorrection],
    ].map((call) => attempt(call, importOf, [404])),
    ...[bulkJobs.cancel, bulkJobs.undo].map((call) => attempt(call, jobOf, [404])),
    ...[exports.cancel, exports.ticket].map((call) => attempt(call, exportOf, [404])),
    attempt(notifications.read, news, [404]),
    attempt(notifications.shown, shown, [404]),
  ]
}

const changes = namedEndpoints.filter(({ endpoint }) => endpoint.method !== 'GET')

/** Requests that the matrix expects to fail for people with only a part of the city. */
const rowAttempts = (as: Person) =>
  changes.flatMap(({ key, endpoint }) => {
    const { input, elsewhere, limited = elsewhere ?? 200 } = rows[key]
    return limited < 400 ? [] : [attempt(endpoint, async (t) => (await input?.(t, as)) ?? {}, [limited])]
  })

export const attemptsAt = (target: Target, as: Person): Attempt[] => [
  ...rowAttempts(as),
  ...attemptsOnAssets(target),
  ...helpAttempts(target),
  ...inventoryAttempts(target),
  ...readerAttempts(target),
  ...masterAttempts(target),
  ...userAttempts(target),
  ...othersRecords(),
  ...fileAttempts(target),
]

/** Requests about oneself, or about records that belong to no place. */
const aboutNoPlace: readonly EndpointName[] = [
  ...(['sessions.login', 'sessions.logout', 'sessions.end', 'sessions.endOthers'] as const),
  ...(['passwords.change', 'passwords.forgot', 'passwords.reset', 'emailChanges.complete'] as const),
  ...(['users.updateProfile', 'users.setMyPicture', 'users.removeMyPicture'] as const),
  ...(['accessRequests.create', 'notifications.readAll', 'notifications.choose'] as const),
  ...(['imports.upload', 'help.create', 'covers.create', 'covers.remove', 'paperUploads.send'] as const),
  ...(['secondSteps.passkeyOptions', 'secondSteps.complete', 'secondFactor.beginTotp'] as const),
  ...(['secondFactor.confirmTotp', 'secondFactor.removeTotp', 'secondFactor.beginPasskey'] as const),
  ...(['secondFactor.addPasskey', 'secondFactor.renamePasskey', 'secondFactor.removePasskey'] as const),
  ...(['secondFactor.newRecoveryCodes', 'secondFactor.forgetDevice', 'directorySignIn.start'] as const),
  ...(['directorySignIn.connect', 'directorySignIn.disconnect'] as const),
  ...(['tagNumbers.reserve', 'tagNumbers.void', 'certificateLinks.open', 'certificateLinks.sign'] as const),
  ...shopChanges,
]

/** Endpoints that change something and are in neither of the lists above. */
export const callsNotTried = (attempts: Attempt[]): EndpointName[] =>
  changes
    .filter(({ endpoint }) => !attempts.some((tried) => tried.endpoint === endpoint))
    .map(({ key }) => key)
    .filter((key) => !aboutNoPlace.includes(key))
