import { mergeMaster } from '#features/masters/merges.ts'
import { decideStateChanges, requestStateChanges } from '#features/state-changes/state-changes.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Id, inTransaction } from '#kernel/db/db.ts'
import { scatter } from '../plan.ts'
import { type Act, cityAt, counters, leads, type Stage, someAssets } from './year.ts'

/** Reports about broken things; the first pattern that matches the name decides. */
const complaints: readonly (readonly [thing: RegExp, ...texts: string[]])[] = [
  [
    /Phone|Printer|Scanner|Shredder|Lamp|Fan|Clock|Microwave|Router|UPS/,
    'Does not switch on. Tried another socket.',
    'Switches itself off after some minutes.',
  ],
  [
    /Monitor|Projector|Television/,
    'Screen flickers after ten minutes.',
    'No picture, whatever is connected.',
  ],
  [/Dispenser|Refrigerator|Conditioner/, 'Leaks. Water under it every morning.', 'Does not cool any more.'],
  [/Chair|Stool|Sofa/, 'Armrest broken. The left one came off.', 'The seat sinks as soon as one sits down.'],
  [
    /Drawer|Cabinet|Cupboard|Locker|Safe/,
    'Drawer stuck. The lower one does not open.',
    'The lock turns, and nothing opens.',
  ],
  [
    /Desk|Table|Counter|Lectern/,
    'Leg loose. It wobbles and may fall.',
    'The top has a split along the edge.',
  ],
  [/./, 'Came off the wall on one side.', 'Bent, and no longer safe to use.'],
]

/** The reason why somebody reports this thing as broken. */
export function complaintAbout(name: string, turn: number): string {
  const [, ...texts] = complaints.find(([thing]) => thing.test(name)) ?? []
  return texts[turn % texts.length] ?? ''
}

export async function ask(
  { services }: Stage,
  actor: Actor,
  assets: readonly Id[],
  request: { newState: string; reason: string; pictures: Awaited<ReturnType<Stage['draw']>> },
) {
  const { newState, reason, pictures } = request
  const { results } = await requestStateChanges(
    services.db,
    actor,
    { assets: [...assets], newState, reason },
    pictures,
  )
  return results.filter(({ ok }) => ok).map(({ _id }) => _id)
}

const stateOf = async ({ services }: Stage, id: Id) =>
  (
    await services.db
      .selectFrom('assets')
      .innerJoin('asset_states', 'asset_states.id', 'assets.state_id')
      .select('asset_states.name')
      .where('assets.id', '=', id)
      .executeTakeFirst()
  )?.name

/** A person reports a thing as broken or repaired, and the person in charge of the city decides. */
export function repairs(stage: Stage): Act[] {
  return Array.from({ length: 70 }, (_, index): Act[] => {
    const city = cityAt(scatter(index, 81))
    const daysAgo = 5 + Math.floor(((70 - index) * 345) / 71)
    const made: { ids: Id[] } = { ids: [] }
    const request = async (id: string) => {
      const [asset] = await someAssets(stage, city, index * 17, 1)
      if (asset === undefined) return
      const broken = (await stateOf(stage, asset.id)) !== 'Working'
      const pictures = index % 2 === 0 ? await stage.draw(asset.name, index) : undefined
      const reason = broken ? 'Repaired and tested.' : complaintAbout(asset.name, index)
      const newState = broken ? 'Working' : 'Not-Working'
      made.ids = await ask(stage, stage.as(counters[city] ?? '', id), [asset.id], {
        newState,
        reason,
        pictures,
      })
    }
    const decide = async (id: string) => {
      if (made.ids.length === 0) return
      const denied = index % 7 === 3
      const decision = denied ? 'deny' : 'accept'
      const note = denied ? 'Please try the spare part first.' : ''
      await decideStateChanges(stage.services.db, stage.as(leads[city] ?? '', id), {
        ids: made.ids,
        decision,
        note,
      })
    }
    const minute = scatter(index, 82) % 300
    return [
      { daysAgo, minute, run: request },
      { daysAgo: daysAgo - (index % 3), minute: minute + 150, run: decide },
    ]
  }).flat()
}

/** Names that two files spelled differently are merged. */
export function merges({ services, as }: Stage): Act[] {
  const merge = (table: 'brands' | 'vendors', kind: 'brand' | 'vendor', from: string, to: string) => {
    const idOf = async (name: string) =>
      (await services.db.selectFrom(table).select('id').where('name', '=', name).executeTakeFirst())?.id
    return async (requestId: string) => {
      const [id, into] = [await idOf(from), await idOf(to)]
      if (id === undefined || into === undefined) return
      await inTransaction(services.db, (tx) =>
        mergeMaster(tx, services.jobs, as('Asha Rao', requestId), { kind, id, into }),
      )
    }
  }
  return [
    { daysAgo: 200, minute: 410, run: merge('brands', 'brand', 'Featherlight', 'Featherlite') },
    { daysAgo: 120, minute: 85, run: merge('vendors', 'vendor', 'Metro Interior', 'Metro Interiors') },
  ]
}
