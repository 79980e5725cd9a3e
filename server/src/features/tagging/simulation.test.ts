import { tagNumbers } from '@ats/contract/tag-series.ts'
import { taggingDrives } from '@ats/contract/tagging/tagging.ts'
import { type AssetToTag, type TaggingResult, tagging } from '@ats/contract/tagging/work.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { noUntruths, untruths } from '#test/asset-truths.ts'
import { siteOf } from '#test/inventories.ts'
import { manyAssets } from '#test/many-assets.ts'
import { administratorOf, placed } from '#test/stock.ts'
import { tagSeriesOf } from '#test/tag-series.ts'
import { driveIn, sent, tagged } from '#test/tagging.ts'
import {
  type Device,
  deviceOf,
  exchange,
  type Mistake,
  mistakes,
  mixUp,
  sendQueue,
  tagAsset,
  type World,
} from '#test/tagging-day.ts'

const count = Number(process.env.DRIVE_ASSETS ?? 160)
const seed = Number(process.env.DRIVE_SEED ?? 20261119)
const rooms = 12
/** Of 100 assets. */
const mixUps = 2

const t = await testApp()
const admin = await administratorOf(t)

let state = seed
/** A whole number below the bound, the same for the same seed. */
function random(below: number) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return Math.floor((state / 2 ** 32) * below)
}

/** Half of the assets have a reserved tag, the others none. */
async function placeWithAssets() {
  const floor = await placed(t, 'aou', (await siteOf(t)).property)
  for (let number = 0; number < rooms; number += 1) {
    const room = await placed(t, 'room', floor)
    await manyAssets(t, Math.round(count / rooms), room)
  }
  const half = sql`aou_id = ${floor} and number % 2 = 0`
  await sql`update assets set tag_expected = true, version = version + 1
    where aou_id = ${floor} and number % 2 = 1`.execute(t.db)
  await sql`update asset_tags set detached_at = now(), ending = 'lost'
    where asset_id in (select id from assets where ${half})`.execute(t.db)
  await sql`update assets set rfid_tag = null, version = version + 1 where ${half}`.execute(t.db)
  return floor
}

async function voidLabels(most: number) {
  const { id } = await tagSeriesOf(t)
  const params = { id }
  const { body } = await t.call(admin, tagNumbers.reserve, { params, body: { count: most } })
  const block = await t.call(admin, tagNumbers.block, { params: { id, blockId: body.id } })
  for (const { serial } of block.body.numbers)
    await t.call(admin, tagNumbers.void, { params, body: { serial, reason: 'Spoilt' } })
  return block.body.numbers.map(({ tag }) => tag)
}

/** Which mix-up happens at which asset of the whole drive: all kinds in turn. */
function plannedMixUps(wanted: number) {
  const kinds = Object.keys(mistakes) as Mistake[]
  return Array.from({ length: wanted }, (_, at) => kinds[at % kinds.length] as Mistake)
}

type Day = { world: World; devices: Device[]; shares: AssetToTag[][]; planned: Mistake[]; voided: string[] }

/** Everybody tags their rooms, in turn; a mix-up waits for an asset at which it can happen. */
async function work(id: string, { world, devices, shares, planned, voided }: Day) {
  const every = Math.max(1, Math.floor(count / (planned.length + 1)))
  const done: AssetToTag[][] = shares.map(() => [])
  const waiting: Mistake[] = []
  let turns = 0
  const results = []
  while (shares.some((share) => share.length > 0))
    for (const [at, device] of devices.entries()) {
      const asset = shares[at]?.shift()
      if (asset === undefined) continue
      turns += 1
      if (turns % every === 0) waiting.push(...planned.splice(0, 1))
      const own = done[at] ?? []
      const turn = { asset, others: shares[at] ?? [], doneHere: own, void: voided[0] ?? '' }
      // What the first person has sent is on the server, and other devices do not know it.
      const doneElsewhere = at === 0 ? [] : (done[0] ?? [])
      const happened = waiting.findIndex((mistake) => {
        const next = shares[at]?.[0]
        if (mistake !== 'the labels of two assets are exchanged')
          return mixUp(world, device, mistake, { ...turn, doneElsewhere })
        if (next === undefined || next.left !== asset.left) return false
        shares[at]?.shift()
        exchange(world, device, [asset, next])
        own.push(asset, next)
        return true
      })
      if (happened === -1) tagAsset(world, device, asset)
      if (waiting[happened] !== 'the labels of two assets are exchanged') own.push(asset)
      if (waiting[happened] === 'a void label is taken') voided.shift()
      if (happened !== -1) waiting.splice(happened, 1)
      if (device.isOnline) results.push(...(await sendQueue(t, id, device, () => random(20) === 0)).results)
    }
  for (const device of devices)
    results.push(...(await sendQueue(t, id, device, () => random(5) === 0)).results)
  return { results, notHappened: waiting.length + planned.length }
}

/** The people see the late outcomes and tag those assets again. */
async function tagRefusedAgain(id: string, world: World, devices: Device[], refused: TaggingResult[]) {
  for (const { assetId, code } of refused) {
    if (code === 'tagging-asset-has-tag') continue
    const device = devices.find(({ assets }) => assets.get(assetId ?? '')?.left === null)
    const asset = device?.assets.get(assetId ?? '')
    if (device === undefined || asset === undefined) throw new Error('nobody tagged it')
    tagAsset(world, device, { ...asset, tag: null, left: 'untagged' })
    await sendQueue(t, id, device, () => false)
  }
}

/** A second person reads the real label of each asset of the sample; what is wrong is tagged again. */
async function checkSample(id: string, world: World, devices: Device[]) {
  const checker = await t.person({ role: 'User', city: 'Indore', name: 'Checker' })
  const { body } = await t.call(checker, tagging.samples, { params: { id }, query: { size: '500' } })
  let [checked, caught] = [0, 0]
  for (const { associationId, assetId, placeId } of body.samples) {
    const real = world.physical.get(assetId) ?? ''
    const check = { associationId, readTag: real }
    const answer = await t.call(checker, tagging.check, { params: { id }, body: check })
    // The other asset of an exchange has failed with the first one.
    if (answer.status === 409) continue
    checked += 1
    if (answer.body.outcome === 'right') continue
    caught += 1
    const other = [...world.registered].find(([, tag]) => tag === real)?.[0] ?? ''
    for (const wrong of [assetId, other]) {
      const tag = world.physical.get(wrong) ?? ''
      world.registered.set(wrong, tag)
      const again = await sent(t, devices[0]?.person ?? admin, id, tagged({ placeId, assetId: wrong, tag }))
      expect(again.body.results[0]).toMatchObject({ outcome: 'done' })
    }
  }
  return { sample: body.total, checked, caught }
}

test(`${count} assets by four people, offline and online, with ${mixUps} mix-ups in a hundred`, {
  timeout: 60_000 + count * 500,
}, async () => {
  const placeId = await placeWithAssets()
  const { id } = await driveIn(t, { placeId, sample: 'nth', sampleSize: 10 })
  const devices: Device[] = []
  for (const at of [0, 1, 2, 3]) {
    const person = await t.person({ role: 'User', city: 'Indore', name: `Person ${at + 1}` })
    devices.push(await deviceOf(t, id, person, at < 2))
  }
  const byRoom = Map.groupBy(devices[0]?.assets.values() ?? [], ({ placeId: room }) => room)
  const shares = [0, 1, 2, 3].map((at) => [...byRoom.values()].filter((_, room) => room % 4 === at).flat())
  const world: World = { physical: new Map(), registered: new Map(), seen: new Map() }
  // Each kind at least once.
  const wanted = Math.max(Object.keys(mistakes).length, Math.round((count * mixUps) / 100))
  const planned = plannedMixUps(wanted)
  const exchanged = planned.filter((one) => mistakes[one] === 'sample').length
  const voided = await voidLabels(planned.filter((one) => one === 'a void label is taken').length)

  const { results, notHappened } = await work(id, { world, devices, shares, planned, voided })
  expect(notHappened).toBe(0)
  const refused = results.filter(({ outcome }) => outcome === 'failed')
  const noticed = (by: string) =>
    [...world.seen].reduce((sum, [mistake, times]) => (mistakes[mistake] === by ? sum + times : sum), 0)
  expect(refused).toHaveLength(noticed('server'))
  expect(noticed('device') + noticed('server') + exchanged).toBe(wanted)

  await tagRefusedAgain(id, world, devices, refused)
  const { sample, checked, caught } = await checkSample(id, world, devices)

  const { rows } = await sql<{ id: string; tag: string; expected: boolean }>`select id, rfid_tag as tag,
      tag_expected as expected from assets where aou_id = ${placeId}`.execute(t.db)
  expect(new Map(rows.map((row) => [row.id, row.tag]))).toEqual(world.registered)
  expect(rows.every(({ expected }) => !expected)).toBe(true)
  const wrong = [...world.physical].filter(([asset, tag]) => world.registered.get(asset) !== tag)
  expect(wrong).toHaveLength(2 * (exchanged - caught))
  const { body: drive } = await t.call(admin, taggingDrives.get, { params: { id } })
  expect(drive).toMatchObject({ total: rows.length, tagged: rows.length, left: 0 })
  // The assets were made without a history.
  const { ledger: _ledger, ...others } = await untruths(t.db)
  expect({ ...others, ledger: [] }).toEqual(noUntruths)
  const by = { device: noticed('device'), server: noticed('server') }
  tell({ assets: rows.length, wanted, ...by, exchanged, sample, checked, caught })
})

const tell = (figures: Record<string, unknown>) =>
  process.stdout.write(`tagging drive (DRIVE_SEED=${seed}): ${JSON.stringify(figures)}\n`)
