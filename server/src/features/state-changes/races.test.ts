import { assets } from '@ats/contract/assets/assets.ts'
import { masters } from '@ats/contract/masters.ts'
import { afterEach, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { noUntruths, untruths } from '#test/asset-truths.ts'
import { requested, stateChangeCalls } from '#test/state-changes.ts'
import { administratorOf, freshTag, ledgerOf, noticeDeadlocksAtOnce, stocked } from '#test/stock.ts'

const t = await testApp()
await noticeDeadlocksAtOnce(t)
const { call, person } = t
const { ask, decide, undo, cancel, list } = stateChangeCalls(t)
const admin = await administratorOf(t)
const [clerk, first, second] = [await person(), await person(), await person()]
const rounds = Array.from({ length: 12 }, (_, n) => n)

const assetNow = async (id: string) => (await call(admin, assets.get, { params: { id } })).body
const statuses = async (assetId: string) =>
  (await list(admin, { assetId, direction: 'asc' })).stateChanges.map(({ status }) => status)
const actionsOf = async (id: string) => (await ledgerOf(t, id)).map(({ action }) => action)
const doneIn = (answers: { body: { done: number } }[]) => answers.map(({ body }) => body.done)

afterEach(async () => {
  expect(await untruths(t.db)).toEqual(noUntruths)
})

test('two people who accept and deny one request at once make one decision', async () => {
  for (const _round of rounds) {
    const { asset, id } = await requested(t, {}, clerk)
    const answers = await Promise.all([
      decide(first, [id], 'accept'),
      decide(second, [id], 'deny'),
      decide(admin, [id], 'accept'),
      cancel(clerk, [id]),
    ])
    expect(doneIn(answers).sort()).toEqual([0, 0, 0, 1])
    const actions = await actionsOf(id)
    expect(actions).toHaveLength(2)
    const accepted = actions[1] === 'state-change.accepted'
    expect(await assetNow(asset._id)).toMatchObject(
      accepted
        ? { assetState: 'Not-Working', version: asset.version + 1 }
        : { assetState: 'Working', version: asset.version },
    )
    expect((await ledgerOf(t, asset._id)).length).toBe(accepted ? 2 : 1)
  }
})

test('a request is accepted and the edit refused, or the edit is made and the request accepted all the same', async () => {
  for (const round of rounds) {
    const { asset, id } = await requested(t, {}, clerk)
    const accept = () => decide(first, [id], 'accept')
    const edit = () =>
      call(second, assets.update, {
        params: { id: asset._id },
        body: { model: 'M2', version: asset.version },
      })
    const both = round % 2 === 0 ? [accept(), edit()] : [edit(), accept()]
    const [one, two] = await Promise.all(both)
    const [edited, status] = [
      [one, two].some((answer) => answer?.status === 200 && 'asset' in answer.body),
      await statuses(asset._id),
    ]
    expect(status).toEqual(['accepted'])
    if (!edited) expect([one, two].some((answer) => answer?.status === 409)).toBe(true)
    expect(await assetNow(asset._id)).toMatchObject({
      version: asset.version + (edited ? 2 : 1),
      assetState: 'Not-Working',
      model: edited ? 'M2' : null,
    })
    expect(await actionsOf(id)).toHaveLength(2)
  }
})

test('one request is pending for an asset, however many ask at once', async () => {
  for (const _round of rounds) {
    const two = [await stocked(t), await stocked(t)]
    const answers = await Promise.all([
      ask(clerk, two),
      ask(first, two.toReversed()),
      ask(second, two),
      ask(admin, two.slice(1)),
    ])
    expect(doneIn(answers).reduce((sum, done) => sum + done, 0)).toBe(2)
    for (const { _id } of two) expect(await statuses(_id)).toEqual(['pending'])
  }
})

test('a request that is made while its asset is edited is pending for what the asset is then', async () => {
  for (const _round of rounds) {
    const asset = await stocked(t)
    const edit = call(second, assets.update, { params: { id: asset._id }, body: { model: 'M2' } })
    await Promise.all([ask(clerk, [asset]), edit])
    const [status] = await statuses(asset._id)
    const done = await decide(
      first,
      (await list(first, { assetId: asset._id })).stateChanges.map(({ _id }) => _id),
      'accept',
    )
    expect(done.body.done).toBe(status === 'pending' ? 1 : 0)
    expect(await assetNow(asset._id)).toMatchObject({
      model: 'M2',
      version: asset.version + (status === 'pending' ? 2 : 1),
    })
  }
})

test('a decision is undone once, or the edit that came first is kept', async () => {
  for (const _round of rounds) {
    const { asset, id } = await requested(t, {}, clerk)
    await decide(first, [id], 'accept')
    const edit = call(second, assets.update, { params: { id: asset._id }, body: { model: 'M2' } })
    const answers = await Promise.all([undo(first, [id]), undo(first, [id])])
    await edit
    const undone = doneIn(answers).reduce((sum, done) => sum + done, 0)
    expect(undone).toBeLessThan(2)
    expect(await assetNow(asset._id)).toMatchObject({
      model: 'M2',
      assetState: undone === 1 ? 'Working' : 'Not-Working',
      version: asset.version + 2 + undone,
    })
    expect(await statuses(asset._id)).toEqual([undone === 1 ? 'pending' : 'accepted'])
  }
})

test('a state that is merged while requests for it are decided leaves none behind', async () => {
  const newState = async () =>
    (await call(admin, masters.create, { params: { kind: 'asset-state' }, body: { name: freshTag() } })).body
  for (const _round of rounds.slice(0, 6)) {
    const [from, into] = [await newState(), await newState()]
    const made = [await stocked(t), await stocked(t), await stocked(t, { assetState: into.name })]
    const { body } = await ask(clerk, made, { newState: from.name })
    const ids = body.results.map(({ _id }) => _id)
    const [merged] = await Promise.all([
      call(admin, masters.merge, { params: { kind: 'asset-state', id: from.id }, body: { into: into.id } }),
      decide(first, ids, 'accept'),
    ])
    expect(merged.status).toBe(200)
    for (const { _id } of made) expect((await assetNow(_id)).assetState).not.toBe(from.name)
    const third = made[2]?._id ?? ''
    expect(['stale', 'accepted']).toContain((await statuses(third))[0])
    expect((await assetNow(third)).assetState).toBe(into.name)
  }
})
