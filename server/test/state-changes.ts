import type { Asset } from '@ats/contract/assets/assets.ts'
import { type Decision, type StateChange, stateChanges } from '@ats/contract/state-changes.ts'
import type { Person, TestApp } from './app.ts'
import { administratorOf, stocked } from './stock.ts'

type As = Pick<Person, 'headers'>

/** The endpoints of state changes, called as a person. */
export function stateChangeCalls({ call }: TestApp) {
  const ask = (as: As, assets: Asset[], given: object = {}) =>
    call(as, stateChanges.create, {
      body: {
        assets: assets.map(({ _id }) => _id).join(','),
        newState: 'Not-Working',
        reason: 'A leg broke',
        ...given,
      },
    })
  const decide = (as: As, ids: string[], decision: Decision['decision'], note = 'Not this one') =>
    call(as, stateChanges.decide, { body: { ids, decision, note } })
  const undo = (as: As, ids: string[]) => call(as, stateChanges.undo, { body: { ids } })
  const cancel = (as: As, ids: string[]) => call(as, stateChanges.cancel, { body: { ids } })
  const list = async (as: As, query: Record<string, string> = {}) =>
    (await call(as, stateChanges.list, { query })).body
  return { ask, decide, undo, cancel, list }
}

/** A state change request for a new asset in Indore, by a person who decides nothing in the tests. */
export async function requested(t: TestApp, given: object = {}, as?: Person) {
  const { ask, list } = stateChangeCalls(t)
  const asset = await stocked(t)
  const person = as ?? (await administratorOf(t))
  const { body, text } = await ask(person, [asset], given)
  const id = body.results?.[0]?._id
  if (body.done !== 1 || id === undefined) throw new Error(text)
  const [change] = (await list(person, { assetId: asset._id })).stateChanges
  return { asset, id, change: change as StateChange }
}
