import { type Certificate, certificates } from '@ats/contract/certificates/certificates.ts'
import type { Person, TestApp } from './app.ts'
import { counterOf, countingIn, freshRoom, step, sweep } from './inventories.ts'
import { administratorOf, freshTag, stocked } from './stock.ts'

type Where = { placeId?: string; city?: string; verifier?: Person }

/**
 * An approved inventory with one asset that was not found and one tag too many, in Indore or another city, counted by
 * `verifier` as well.
 */
export async function approvedIn(t: TestApp, { placeId, city = 'Indore', verifier }: Where = {}) {
  const room = placeId ?? (await freshRoom(t))
  await stocked(t, { placeId: room, location: city.toLowerCase() })
  const { id } = await countingIn(t, { placeId: room })
  const counter = city === 'Indore' ? await counterOf(t) : await t.person({ role: 'User', city })
  const { status, text } = await sweep(t, counter, id, { placeId: room, reads: [freshTag()] })
  if (status !== 200) throw new Error(text)
  await addCounter(t, id, verifier)
  await step(t, id, 'review')
  await step(t, id, 'approve')
  return { id, placeId: room }
}

async function addCounter(t: TestApp, id: string, verifier: Person | undefined) {
  if (verifier === undefined) return
  const row = { inventory_id: id, user_id: verifier.id, is_named: false, has_counted: true }
  await t.db.insertInto('inventory_people').values(row).execute()
}

export async function certified(t: TestApp, where: Where = {}): Promise<Certificate> {
  const { id: inventoryId } = await approvedIn(t, where)
  const answer = await t.call(await administratorOf(t), certificates.create, { body: { inventoryId } })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.certificate
}

/** The secret of a custodian's link. */
export async function linkFor(t: TestApp, { _id: id }: Pick<Certificate, '_id'>, name = 'Custodian Rao') {
  const answer = await t.call(await administratorOf(t), certificates.link, { params: { id }, body: { name } })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.address.split('#')[1] ?? ''
}

export const codeOf = ({ address }: Pick<Certificate, 'address'>) => address.split('/').at(-1) ?? ''
