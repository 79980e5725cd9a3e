import { randomUUID } from 'node:crypto'
import { type Cover, covers, type NewCover } from '@ats/contract/covers.ts'
import type { Person, TestApp } from './app.ts'
import { administratorOf, stocked } from './stock.ts'

/** A day this many days from today, in the time zone of the tests. */
export const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** A cover that runs now, with these assets. */
export async function coverOf(
  t: TestApp,
  assetIds: readonly string[] = [],
  given: Partial<NewCover> = {},
  as?: Person,
): Promise<Cover> {
  const maker = as ?? (await administratorOf(t))
  const body = {
    ...{ kind: 'amc', name: `Contract ${randomUUID()}`, startsOn: dayIn(-100), endsOn: dayIn(200) },
    ...given,
  }
  const made = await t.call(maker, covers.create, { body })
  if (made.status !== 201) throw new Error(made.text)
  const params = { id: made.body._id }
  if (assetIds.length > 0) {
    const added = await t.call(maker, covers.addAssets, { params, body: { ids: assetIds } })
    if (added.body.done !== assetIds.length) throw new Error(added.text)
  }
  return (await t.call(maker, covers.get, { params })).body
}

/** A cover of one asset, in Indore unless another place is given. */
export const coverIn = async (t: TestApp, given: Parameters<typeof stocked>[1] = {}) =>
  coverOf(t, [(await stocked(t, given))._id])
