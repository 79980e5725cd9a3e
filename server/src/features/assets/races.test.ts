import { type Asset, assets } from '@ats/contract/assets/assets.ts'
import { assetBin } from '@ats/contract/assets/bin.ts'
import { assetBulk } from '@ats/contract/assets/bulk.ts'
import { assetTags } from '@ats/contract/assets/tags.ts'
import { type MasterKind, masters } from '@ats/contract/masters.ts'
import { afterEach, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { noUntruths, untruths } from '#test/asset-truths.ts'
import {
  administratorOf,
  binned,
  freshTag,
  ledgerOf,
  noticeDeadlocksAtOnce,
  placed,
  stocked,
  withHeader,
} from '#test/stock.ts'

const t = await testApp()
const { call, person, cityId } = t
await noticeDeadlocksAtOnce(t)
const admin = await administratorOf(t)
const clerk = await person({ role: 'User', city: 'Indore' })
const indore = await cityId('Indore')
const rounds = Array.from({ length: 8 }, (_, n) => n)

const register = (given: object = {}) =>
  call(admin, assets.register, {
    body: { rfidTag: freshTag(), assetName: 'Chair', location: 'indore', ...given },
  })
const update = (asset: Asset, body: object, as: { headers: Record<string, string> } = admin) =>
  call(as, assets.update, { params: { id: asset._id }, body })
const remove = (asset: Asset) => call(admin, assets.remove, { params: { id: asset._id } })
const restore = (asset: Asset) => call(admin, assetBin.restore, { body: { ids: [asset._id] } })
const removeMaster = (kind: MasterKind, id: string) => call(admin, masters.remove, { params: { kind, id } })
const newMaster = async (kind: MasterKind, name = freshTag()) =>
  (await call(admin, masters.create, { params: { kind }, body: { name } })).body
const merge = (kind: MasterKind, id: string, into: string) =>
  call(admin, masters.merge, { params: { kind, id }, body: { into } })
const holdersOf = async (tag: string) =>
  (await call(admin, assets.find, { query: { code: tag } })).body.assets.filter(({ deleted }) => !deleted)
const sorted = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()

afterEach(async () => {
  expect(await untruths(t.db)).toEqual(noUntruths)
})

test('one tag registered many times at once ends up on one asset', async () => {
  for (const _round of rounds) {
    const tag = freshTag()
    const written = [tag, tag.toLowerCase(), tag.replace(/(..)/g, '$1 '), tag.replace(/(..)/g, '$1:')]
    const answers = await Promise.all([...written, tag].map((rfidTag) => register({ rfidTag })))
    expect(sorted(answers)).toEqual([201, 409, 409, 409, 409])
    for (const { status, body } of answers) if (status === 409) expect(body.fields).toHaveProperty('rfidTag')
    expect(await holdersOf(tag)).toHaveLength(1)
  }
})

test('one tag put onto several assets at once ends up on one, and the others keep their own', async () => {
  for (const _round of rounds) {
    const rfidTag = freshTag()
    const three = [await stocked(t), await stocked(t), await stocked(t)]
    const answers = await Promise.all([
      ...three.map(({ _id }) => call(admin, assetTags.replace, { params: { id: _id }, body: { rfidTag } })),
      register({ rfidTag }),
    ])
    const winner = answers[3]?.status === 201 ? 201 : 200
    expect(sorted(answers)).toEqual([winner, 409, 409, 409])
    expect(await holdersOf(rfidTag)).toHaveLength(1)
  }
})

test('of several edits of one version one is made, and the others are told', async () => {
  for (const _round of rounds) {
    const asset = await stocked(t)
    const edits = ['M1', 'M2', 'M3', 'M4'].map((model, n) =>
      n % 2 === 0
        ? update(asset, { model, version: asset.version })
        : update(asset, { model }, withHeader(admin, 'if-match', `"${asset.version}"`)),
    )
    const answers = await Promise.all(edits)
    expect(sorted(answers)).toEqual([200, 409, 409, 409])
    const winner = answers.find(({ status }) => status === 200)?.body.asset
    expect((await call(admin, assets.get, { params: { id: asset._id } })).body).toEqual(winner)
    expect(await ledgerOf(t, asset._id)).toHaveLength(2)
  }
})

test('edits that name no version are all made, one after the other', async () => {
  const asset = await stocked(t)
  const models = Array.from({ length: 10 }, (_, n) => `M${n}`)
  expect(sorted(await Promise.all(models.map((model) => update(asset, { model }))))).toEqual(
    Array(10).fill(200),
  )
  const events = await ledgerOf(t, asset._id)
  expect(events).toHaveLength(11)
  const { body } = await call(admin, assets.get, { params: { id: asset._id } })
  expect(body.version).toBe(11)
})

test('an asset is deleted once; an edit comes before that or not at all', async () => {
  for (const _round of rounds) {
    const asset = await stocked(t)
    const [first, second, edit] = await Promise.all([
      remove(asset),
      remove(asset),
      update(asset, { model: 'M2' }),
    ])
    expect(sorted([first, second])).toEqual([200, 404])
    const edited = edit.status === 200 ? ['asset.changed'] : []
    expect([200, 404]).toContain(edit.status)
    const actions = (await ledgerOf(t, asset._id)).map(({ action }) => action)
    expect(actions).toEqual(['asset.registered', ...edited, 'asset.deleted'])
  }
})

test('an asset that comes out of the bin and a new one with its tag do not both have it', async () => {
  for (const _round of rounds) {
    const asset = await binned(t)
    const rfidTag = asset.rfidTag ?? ''
    const [restored, made] = await Promise.all([restore(asset), register({ rfidTag })])
    expect(restored.body).toMatchObject({ done: 1, failed: 0 })
    const lost = restored.body.results[0]?.message.startsWith('Restored without its tag')
    expect([lost, made.status]).toEqual(made.status === 201 ? [true, 201] : [false, 409])
    expect(await holdersOf(rfidTag)).toHaveLength(1)
  }
})

test('an asset comes out of the bin once', async () => {
  for (const _round of rounds) {
    const asset = await binned(t)
    const answers = await Promise.all([restore(asset), restore(asset), restore(asset)])
    expect(answers.map(({ body }) => body.done).sort()).toEqual([0, 0, 1])
  }
})

test('two binned assets with one tag come back at once, one of them without it', async () => {
  for (const _round of rounds) {
    const first = await binned(t)
    const second = await binned(t, { rfidTag: first.rfidTag ?? '' })
    const answers = await Promise.all([restore(first), restore(second)])
    const messages = answers.map(({ body }) => body.results[0]?.message.slice(0, 24))
    expect(messages.sort()).toEqual(['Restored without its tag', 'Restored.'].sort())
    expect(await holdersOf(first.rfidTag ?? '')).toHaveLength(1)
  }
})

test('bulk actions on the same assets in other orders do each of them once', async () => {
  for (const _round of rounds.slice(0, 5)) {
    const ids: string[] = []
    for (let n = 0; n < 8; n += 1) ids.push((await stocked(t))._id)
    const orders = [ids, ids.toReversed(), ids.toSorted()]
    const answers = await Promise.all(
      orders.map((order) => call(admin, assetBulk.change, { body: { ids: order, action: 'delete' } })),
    )
    expect(answers.reduce((sum, { body }) => sum + body.done, 0)).toBe(8)
    expect(answers.reduce((sum, { body }) => sum + body.failed, 0)).toBe(16)
  }
})

test.each(['brand', 'vendor', 'asset-name'] as const)(
  'a %s that is deleted while it is used is refused its end, or comes into being anew',
  async (kind) => {
    const field = kind === 'asset-name' ? 'assetName' : kind
    for (const _round of rounds) {
      const { id, name } = await newMaster(kind)
      const [removed, made] = await Promise.all([removeMaster(kind, id), register({ [field]: name })])
      expect([200, 409]).toContain(removed.status)
      expect([made.status, made.body.asset?.[field]]).toEqual([201, name])
    }
  },
)

test('a state that is deleted while it is used is either refused its end or refused to the asset', async () => {
  for (const _round of rounds) {
    const { id, name } = await newMaster('asset-state')
    const asset = await stocked(t)
    const [removed, made, changed] = await Promise.all([
      removeMaster('asset-state', id),
      register({ assetState: name }),
      update(asset, { assetState: name }),
    ])
    if (removed.status === 200) expect([made.status, changed.status]).toEqual([400, 400])
    else expect([removed.status, made.status === 201 || changed.status === 200]).toEqual([409, true])
  }
})

test('a place that is deleted while it is used is either refused its end or refused to those who use it', async () => {
  for (const _round of rounds) {
    const id = await placed(t, 'mm', indore)
    const asset = await stocked(t)
    const [removed, ...used] = await Promise.all([
      removeMaster('mm', id),
      register({ placeId: id }),
      update(asset, { placeId: id }),
      call(admin, assetBulk.change, { body: { ids: [asset._id], action: 'move', placeId: id } }),
      call(admin, masters.create, { params: { kind: 'property' }, body: { name: 'Below', parentId: id } }),
    ])
    if (removed.status === 200) expect(used.map(({ status }) => status)).toEqual([400, 400, 400, 400])
    else expect(removed.status).toBe(409)
    for (const { status } of used) expect([200, 201, 400]).toContain(status)
  }
})

test('two places that are merged into each other leave one of the two, with everything', async () => {
  for (const _round of rounds) {
    const places = [await placed(t, 'mm', indore), await placed(t, 'mm', indore)] as const
    for (const placeId of places) await stocked(t, { placeId })
    const answers = await Promise.all([merge('mm', ...places), merge('mm', places[1], places[0])])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 404 || status === 400)).toHaveLength(1)
    const left = answers[0].status === 200 ? places[1] : places[0]
    expect((await call(admin, assets.list, { query: { placeId: left } })).body.total).toBe(2)
  }
})

test('what is used while it is merged ends up at the other', async () => {
  for (const _round of rounds) {
    const [from, into] = [await newMaster('asset-state'), await newMaster('asset-state')]
    const [mm, other] = [await placed(t, 'mm', indore), await placed(t, 'mm', indore)]
    const answers = await Promise.all([
      register({ assetState: from.name, placeId: mm }),
      merge('asset-state', from.id, into.id),
      register({ assetState: from.name, placeId: mm }),
      merge('mm', mm, other),
    ])
    for (const { status } of [answers[1], answers[3]]) expect(status).toBe(200)
    const made = [answers[0], answers[2]].filter(({ status }) => status === 201)
    for (const { status } of [answers[0], answers[2]]) expect([201, 400]).toContain(status)
    for (const { body } of made) {
      const now = (await call(admin, assets.get, { params: { id: body.asset._id } })).body
      expect([now.assetState, now.placeId]).toEqual([into.name, other])
    }
  }
})

test('a place that moves to another city takes along what is being put into it', async () => {
  const pune = await cityId('Pune')
  for (const _round of rounds) {
    const mm = await placed(t, 'mm', indore)
    const property = await placed(t, 'property', mm)
    const asset = await stocked(t)
    const [made, moved] = await Promise.all([
      register({ placeId: property }),
      update(asset, { placeId: property }),
      call(admin, masters.update, { params: { kind: 'mm', id: mm }, body: { parentId: pune } }),
    ])
    const ids = [
      ...(made.status === 201 ? [made.body.asset._id] : []),
      ...(moved.status === 200 ? [asset._id] : []),
    ]
    for (const id of ids) {
      expect((await call(admin, assets.get, { params: { id } })).body.city).toBe('Pune')
      expect((await call(clerk, assets.get, { params: { id } })).status).toBe(404)
    }
  }
})
