import { assets } from '@ats/contract/assets/assets.ts'
import { assetBulk } from '@ats/contract/assets/bulk.ts'
import { assetTags } from '@ats/contract/assets/tags.ts'
import { stateChanges } from '@ats/contract/state-changes.ts'
import sharp from 'sharp'
import { afterEach, describe, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { noUntruths, untruths } from '#test/asset-truths.ts'
import { rowsOf } from '#test/exports.ts'
import { png } from '#test/pictures.ts'
import { requested, stateChangeCalls } from '#test/state-changes.ts'
import { administratorOf, binned, ledgerOf, stocked } from '#test/stock.ts'

const t = await testApp()
const { call, person } = t
const { ask, decide, undo, cancel, list } = stateChangeCalls(t)
const admin = await administratorOf(t)
const clerk = await person({ city: 'Indore', name: 'Clerk' })
const other = await person({ city: 'Indore', name: 'Other' })
const stranger = await person({ city: 'Mumbai', name: 'Stranger' })

const assetNow = async (id: string) => (await call(admin, assets.get, { params: { id } })).body
const changeNow = async (assetId: string, as = admin) =>
  (await list(as, { assetId })).stateChanges.map(({ status }) => status)
const said = (answer: { body: { results: { message: string }[] } }) => answer.body.results[0]?.message
const actionsOf = async (id: string) => (await ledgerOf(t, id)).map(({ action }) => action)

afterEach(async () => {
  expect(await untruths(t.db)).toEqual(noUntruths)
})

describe('a request', () => {
  test('says what is asked for, by whom and where', async () => {
    const { asset, change } = await requested(t, {}, clerk)
    expect(change).toMatchObject({
      assetId: asset._id,
      rfidTagId: asset.rfidTag,
      assetTagId: asset.assetTagId,
      assetName: 'Chair',
      place: 'Indore',
      currentState: 'Working',
      newState: 'Not-Working',
      reason: 'A leg broke',
      status: 'pending',
      createdBy: 'Clerk',
      isMine: true,
      decidedBy: null,
      undoableUntil: null,
    })
    expect((await assetNow(asset._id)).assetState).toBe('Working')
    expect(await ledgerOf(t, change._id)).toEqual([
      {
        action: 'state-change.requested',
        kind: 'state-change',
        actor: clerk.id,
        before: null,
        after: {
          assetTagId: asset.assetTagId,
          assetName: 'Chair',
          from: 'Working',
          to: 'Not-Working',
          reason: 'A leg broke',
          requestedBy: clerk.name,
        },
      },
    ])
  })

  test('is made for each asset that allows one, and the answer says why not for the others', async () => {
    const there = await stocked(t, { assetState: 'Not-Working' })
    const pending = (await requested(t)).asset
    const elsewhere = await stocked(t, { location: 'mumbai' })
    const [fine, gone] = [await stocked(t), await binned(t)]
    const { body } = await ask(clerk, [there, pending, elsewhere, fine, gone, fine])
    expect(body).toMatchObject({ done: 1, failed: 4 })
    expect(body.results.map(({ message }) => message)).toEqual([
      'The asset is already in this state.',
      'This asset already has a pending request.',
      'Asset not found.',
      'Requested.',
      'Asset not found.',
    ])
    expect(body.results.map(({ assetTagId }) => assetTagId)).toEqual([
      there.assetTagId,
      pending.assetTagId,
      null,
      fine.assetTagId,
      null,
    ])
  })

  test.each([
    [{ newState: '' }, 'newState', 'Please choose the new state.'],
    [{ newState: 'Sleeping' }, 'newState', 'This state does not exist.'],
    [{ reason: ' ' }, 'reason', 'Please give a reason.'],
    [{ reason: 'x'.repeat(501) }, 'reason', 'Use at most 500 characters.'],
    [{ assets: 'nonsense' }, 'assets.0', undefined],
  ])('with %j is refused', async (given, field, message) => {
    const { status, body } = await ask(clerk, [await stocked(t)], given)
    expect(status).toBe(400)
    expect(body.fields).toHaveProperty([field], message ?? expect.any(String))
  })

  test('may bring a photo, drawn anew and shown to those within scope', async () => {
    const asset = await stocked(t)
    const body = { assets: asset._id, newState: 'UP', reason: 'See the photo' }
    const { body: answer } = await call(clerk, stateChanges.create, { body, image: await png(900, 900) })
    const id = answer.results[0]?._id ?? ''
    const photo = await call(other, stateChanges.image, { params: { id } })
    expect(await sharp(photo.body as unknown as Buffer).metadata()).toMatchObject({
      format: 'webp',
      height: 900,
    })
    const [change] = (await list(other, { assetId: asset._id })).stateChanges
    expect(change?.image).toMatch(new RegExp(`^/api/v1/state-changes/${id}/image\\?size=full&v=`))
    expect((await call(stranger, stateChanges.image, { params: { id } })).status).toBe(404)
    const without = await requested(t)
    expect((await call(other, stateChanges.image, { params: { id: without.id } })).status).toBe(404)
  })

  test('is cancelled by whoever asked, once', async () => {
    const { asset, id } = await requested(t, {}, clerk)
    expect(said(await cancel(other, [id]))).toBe('Only the person who made the request can cancel it.')
    expect((await cancel(clerk, [id])).body).toMatchObject({ done: 1, failed: 0 })
    expect(said(await cancel(clerk, [id]))).toBe('The request was cancelled.')
    expect(said(await decide(other, [id], 'accept'))).toBe('The request was cancelled.')
    expect(await changeNow(asset._id)).toEqual(['cancelled'])
    expect((await ask(other, [asset])).body.done).toBe(1)
  })

  test.each([
    [
      'another state',
      (id: string) => call(admin, assets.update, { params: { id }, body: { assetState: 'UP' } }),
    ],
    [
      'the state it asks for',
      (id: string) => call(admin, assets.update, { params: { id }, body: { assetState: 'Not-Working' } }),
    ],
    ['the bin', (id: string) => call(admin, assets.remove, { params: { id } })],
  ])('is stale after %s', async (_what, change) => {
    const { asset, id } = await requested(t, {}, clerk)
    await change(asset._id)
    expect(await changeNow(asset._id)).toEqual(['stale'])
    expect(said(await decide(other, [id], 'accept'))).toBe(
      'The asset was changed in the meantime, so the request is outdated.',
    )
    const lines = await ledgerOf(t, id)
    expect(lines.map(({ action }) => action)).toEqual(['state-change.requested', 'state-change.stale'])
    expect(lines[1]?.after).toEqual(lines[0]?.after)
  })

  test.each([
    ['an edit', (id: string) => call(admin, assets.update, { params: { id }, body: { model: 'M2' } })],
    [
      'a bulk change',
      (id: string) =>
        call(admin, assetBulk.change, { body: { ids: [id], action: 'assign', assignedUser: 'Asha' } }),
    ],
    ['a lost tag', (id: string) => call(admin, assetTags.lose, { params: { id } })],
  ])('stays open after %s, is decided, and the decision undone', async (_what, change) => {
    const { asset, id } = await requested(t, {}, clerk)
    expect((await change(asset._id)).status).toBe(200)
    expect(await changeNow(asset._id)).toEqual(['pending'])
    expect((await decide(other, [id], 'accept')).body.done).toBe(1)
    expect(await assetNow(asset._id)).toMatchObject({ assetState: 'Not-Working', version: 3 })
    expect((await undo(other, [id])).body.done).toBe(1)
    expect(await assetNow(asset._id)).toMatchObject({ assetState: 'Working', version: 4 })
    expect(await changeNow(asset._id)).toEqual(['pending'])
    expect((await decide(other, [id], 'deny')).body.done).toBe(1)
    expect((await undo(other, [id])).body.done).toBe(1)
  })
})

describe('a decision', () => {
  test('to accept changes the asset as an edit does', async () => {
    const { asset, id } = await requested(t, {}, clerk)
    const { body } = await decide(other, [id], 'accept', '')
    const results = [
      { _id: id, assetTagId: asset.assetTagId, ok: true, message: 'Accepted.', code: 'accepted' },
    ]
    expect(body).toEqual({ done: 1, failed: 0, results })
    expect(await assetNow(asset._id)).toEqual({ ...asset, assetState: 'Not-Working', version: 2 })
    const edited = await stocked(t)
    await call(other, assets.update, { params: { id: edited._id }, body: { assetState: 'Not-Working' } })
    expect((await ledgerOf(t, asset._id)).slice(1)).toEqual((await ledgerOf(t, edited._id)).slice(1))
    expect((await ledgerOf(t, id))[1]).toMatchObject({
      action: 'state-change.accepted',
      actor: other.id,
      after: { from: 'Working', to: 'Not-Working', note: null, requestedBy: clerk.name },
    })
  })

  test('to deny needs a note and leaves the asset alone', async () => {
    const { asset, id } = await requested(t, {}, clerk)
    const refused = await decide(other, [id], 'deny', ' ')
    expect([refused.status, refused.body.fields]).toEqual([
      400,
      { note: 'Please give a reason for denying the request.' },
    ])
    expect((await decide(other, [id], 'deny', 'It works')).body.done).toBe(1)
    expect(await assetNow(asset._id)).toEqual(asset)
    const [change] = (await list(clerk, { assetId: asset._id })).stateChanges
    expect(change).toMatchObject({ status: 'denied', decidedBy: 'Other', note: 'It works' })
    expect((await ledgerOf(t, id))[1]?.after).toMatchObject({ note: 'It works', requestedBy: clerk.name })
    expect(said(await decide(admin, [id], 'accept'))).toBe('The request was already denied.')
  })

  test('is not for whoever asked, and not for someone elsewhere', async () => {
    const { asset, id } = await requested(t, {}, clerk)
    for (const decision of ['accept', 'deny'] as const) {
      expect(said(await decide(clerk, [id], decision))).toBe('Somebody else has to decide your own request.')
      expect(said(await decide(stranger, [id], decision))).toBe('Request not found.')
    }
    expect(await changeNow(asset._id)).toEqual(['pending'])
    expect(await actionsOf(id)).toEqual(['state-change.requested'])
  })
})

describe('an undone decision', () => {
  test('to accept brings the state back, and the request with it', async () => {
    const { asset, id } = await requested(t, {}, clerk)
    await decide(other, [id], 'accept')
    const [change] = (await list(other, { undoable: 'true', assetId: asset._id })).stateChanges
    expect(Date.parse(change?.undoableUntil ?? '')).toBeGreaterThan(Date.now() + 4 * 60_000)
    expect((await list(clerk, { undoable: 'true', assetId: asset._id })).stateChanges).toEqual([])
    expect((await undo(other, [id])).body).toMatchObject({ done: 1, failed: 0 })
    expect(await assetNow(asset._id)).toEqual({ ...asset, version: 3 })
    const pending = { status: 'pending', decidedBy: null, decidedAt: null, note: null, undoableUntil: null }
    expect((await list(other, { assetId: asset._id })).stateChanges).toEqual([
      expect.objectContaining(pending),
    ])
    expect(await actionsOf(id)).toEqual([
      'state-change.requested',
      'state-change.accepted',
      'state-change.undone',
    ])
    expect((await ledgerOf(t, asset._id)).at(-1)).toMatchObject({
      before: { assetState: 'Not-Working' },
      after: { assetState: 'Working' },
    })
    expect((await decide(admin, [id], 'accept')).body.done).toBe(1)
    expect(await assetNow(asset._id)).toMatchObject({ assetState: 'Not-Working', version: 4 })
  })

  test('to deny is pending again, unless another one is', async () => {
    const first = await requested(t, {}, clerk)
    await decide(other, [first.id], 'deny')
    expect((await undo(other, [first.id])).body.done).toBe(1)
    expect(await changeNow(first.asset._id)).toEqual(['pending'])
    await decide(other, [first.id], 'deny')
    await ask(clerk, [first.asset])
    expect(said(await undo(other, [first.id]))).toBe(
      'The asset was changed or has a new request in the meantime.',
    )
    const [second] = (await list(other, { assetId: first.asset._id, status: 'pending' })).stateChanges
    await decide(other, [second?._id ?? ''], 'deny')
    const { body } = await undo(other, [first.id, second?._id ?? ''])
    expect(body.results.map(({ ok }) => ok)).toEqual([false, true])
  })

  test('is one of one’s own, of the last minutes, on an asset as it was left', async () => {
    const { asset, id } = await requested(t, {}, clerk)
    expect(said(await undo(other, [id]))).toBe('The request is not decided yet.')
    await decide(other, [id], 'accept')
    expect(said(await undo(admin, [id]))).toBe('Only the person who decided can undo it.')
    expect(said(await undo(stranger, [id]))).toBe('Request not found.')
    await call(admin, assets.update, { params: { id: asset._id }, body: { model: 'M2' } })
    expect(said(await undo(other, [id]))).toBe('The asset was changed or has a new request in the meantime.')
    const late = await requested(t, {}, clerk)
    await decide(other, [late.id], 'accept')
    const longAgo = new Date(Date.now() - 301_000).toISOString()
    await t.db.updateTable('state_changes').set({ decided_at: longAgo }).where('id', '=', late.id).execute()
    expect(said(await undo(other, [late.id]))).toBe('A decision can be undone for 5 minutes.')
    expect((await assetNow(late.asset._id)).assetState).toBe('Not-Working')
  })
})

/** Formatted so that texts sort like the list. */
const inOrder = (key: string | number | null) =>
  typeof key === 'number' ? String(key).padStart(10) : (key ?? '').toLowerCase()

describe('the list', () => {
  test('is sorted by each of its columns, page by page', async () => {
    for (const _n of [1, 2, 3]) await requested(t, {}, clerk)
    for (const sort of stateChanges.list.query.shape.sort.unwrap().options)
      for (const direction of ['asc', 'desc'] as const) {
        const whole = await list(admin, { sort, direction, size: '500' })
        const paged: string[] = []
        for (let cursor: string | undefined = ''; cursor !== undefined; ) {
          const query = { sort, direction, size: '7', ...(cursor && { cursor }) }
          const page = await list(admin, query)
          paged.push(...page.stateChanges.map(({ _id }) => _id))
          cursor = page.next ?? undefined
        }
        expect(paged).toEqual(whole.stateChanges.map(({ _id }) => _id))
        expect(paged.length).toBe(whole.total)
        const keys = whole.stateChanges.map((row) => inOrder(row[sort]))
        const wanted = keys.toSorted()
        expect(keys).toEqual(direction === 'asc' ? wanted : wanted.reverse())
      }
  })

  test('is narrowed by status, requester, city and text', async () => {
    const { asset, id, change } = await requested(t, {}, clerk)
    const mumbai = await stocked(t, { location: 'mumbai' })
    await ask(admin, [mumbai])
    const shown = async (as: typeof admin, query: Record<string, string>) =>
      (await list(as, { size: '500', ...query })).stateChanges
    expect((await shown(clerk, { mine: 'true' })).every(({ isMine }) => isMine)).toBe(true)
    expect((await shown(clerk, { status: 'stale' })).every(({ status }) => status === 'stale')).toBe(true)
    expect((await shown(admin, { location: 'mumbai' })).map(({ assetId }) => assetId)).toEqual([mumbai._id])
    for (const search of [asset.rfidTag ?? '', asset.assetTagId, String(change.id)])
      expect((await shown(clerk, { search })).map(({ _id }) => _id)).toContain(id)
    expect((await shown(stranger, {})).map(({ assetId }) => assetId)).toEqual([mumbai._id])
    expect((await call(clerk, stateChanges.list, { query: { sort: 'reason' } })).status).toBe(400)
  })

  test('is exported as it is shown', async () => {
    const filter = { status: 'denied', sort: 'assetTagId', direction: 'asc' }
    const { stateChanges: shown } = await list(clerk, { ...filter, size: '500' })
    const rows = await rowsOf(t, clerk, { list: 'state-changes', filter })
    expect(rows.length).toBeGreaterThan(1)
    expect(rows.map((row) => [row.Id, row['Asset Tag Id'], row.Place, row.Note, row['Decided By']])).toEqual(
      shown.map(({ id, assetTagId, place, note, decidedBy }) => [
        `${id}`,
        assetTagId,
        place,
        note,
        decidedBy,
      ]),
    )
  })
})
