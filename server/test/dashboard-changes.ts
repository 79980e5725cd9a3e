import { assets } from '@ats/contract/assets/assets.ts'
import { assetBin } from '@ats/contract/assets/bin.ts'
import { assetBulk } from '@ats/contract/assets/bulk.ts'
import type { Endpoint } from '@ats/contract/endpoint.ts'
import { masters } from '@ats/contract/masters.ts'
import { stateChanges } from '@ats/contract/state-changes.ts'
import { sql } from 'kysely'
import type { Call, Person, TestApp } from './app.ts'
import { administratorOf, freshTag } from './stock.ts'
import type { dice } from './version-model.ts'

type Dice = ReturnType<typeof dice>
type Placed = { id: string; location: string }
type Parts = { rooms: string[]; aous: string[]; properties: string[] }

/**
 * What can be changed: places of some cities, the parts of one city that can be moved within it, and people
 * who request and decide.
 */
export type Changeable = { places: Placed[]; parts: Parts; states: string[]; people: Person[] }

type World = Changeable & { live: Set<string>; binned: Set<string>; admin: Person }

/** The requests that change what a dashboard counts, each with random input; returns the name of the action. */
export async function dashboardChanges(t: TestApp, given: Dice, changeable: Changeable) {
  const world = {
    ...changeable,
    live: new Set<string>(),
    binned: new Set<string>(),
    admin: await administratorOf(t),
  }
  const weighted = { ...oneByOne(t, given, world), ...requests(t, given, world), ...wide(t, given, world) }
  const actions = Object.entries(weighted).flatMap(([name, { weight, act }]) =>
    Array.from({ length: weight }, () => ({ name, act })),
  )
  return async () => {
    const { name, act } =
      world.live.size < 20 ? { name: 'register', act: weighted.register.act } : given.pick(actions)
    await act()
    return name
  }
}

/** An error ends the run: every request here is possible. */
const caller =
  (t: TestApp) =>
  async <E extends Endpoint>(as: Person, endpoint: E, input: Call) => {
    const answer = await t.call(as, endpoint, input)
    if (answer.status >= 300) throw new Error(`${endpoint.path} ${JSON.stringify(input)}: ${answer.text}`)
    return answer.body
  }

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

function oneByOne(t: TestApp, { pick, upTo }: Dice, world: World) {
  const call = caller(t)
  const { admin, live, binned } = world
  const edit = (body: object) => call(admin, assets.update, { params: { id: pick([...live]) }, body })
  return {
    register: {
      weight: 25,
      act: async () => {
        const { id: placeId, location } = pick(world.places)
        const facts = { rfidTag: freshTag(), assetName: 'Chair', assetState: pick(world.states) }
        const { asset } = await call(admin, assets.register, { body: { ...facts, placeId, location } })
        live.add(asset._id)
      },
    },
    changeState: { weight: 12, act: () => edit({ assetState: pick(world.states) }) },
    move: { weight: 15, act: () => edit({ placeId: pick(world.places).id }) },
    rent: {
      weight: 10,
      act: () => edit({ rentalStartDate: dayFromNow(upTo(90) - 380), rentalPeriod: '12' }),
    },
    remove: {
      weight: 8,
      act: async () => {
        const id = pick([...live])
        await call(admin, assets.remove, { params: { id } })
        live.delete(id)
        binned.add(id)
      },
    },
    restore: {
      weight: 6,
      act: async () => {
        if (binned.size === 0) return
        const ids = [...new Set([pick([...binned]), pick([...binned])])]
        await call(admin, assetBin.restore, { body: { ids } })
        for (const id of ids) binned.delete(id)
        for (const id of ids) live.add(id)
      },
    },
  }
}

function requests(t: TestApp, { pick, upTo }: Dice, world: World) {
  const call = caller(t)
  const pending = async () =>
    (
      await sql<{ id: string; by: string }>`select id, created_by as by from state_changes
        where status = 'pending' order by id`.execute(t.db)
    ).rows
  return {
    // Some assets fail individually: out of scope, already requested, or already in that state.
    request: {
      weight: 12,
      act: () => {
        const some = Array.from({ length: 1 + upTo(3) }, () => pick([...world.live]))
        const body = {
          assets: [...new Set(some)].join(','),
          newState: pick(world.states),
          reason: 'It broke',
        }
        return call(pick(world.people), stateChanges.create, { body })
      },
    },
    decide: {
      weight: 8,
      act: async () => {
        const waiting = await pending()
        if (waiting.length === 0) return
        const { id, by } = pick(waiting)
        const judge = world.people.find((person) => person.id !== by) ?? world.admin
        const body = { ids: [id], decision: pick(['accept', 'deny']), note: 'Not this one' }
        await call(judge, stateChanges.decide, { body })
      },
    },
    cancel: {
      weight: 2,
      act: async () => {
        const waiting = await pending()
        if (waiting.length === 0) return
        const { id, by } = pick(waiting)
        const own = world.people.find((person) => person.id === by) ?? world.admin
        await call(own, stateChanges.cancel, { body: { ids: [id] } })
      },
    },
  }
}

function wide(t: TestApp, { pick, upTo }: Dice, world: World) {
  const call = caller(t)
  const { admin, live, binned, parts } = world
  const some = () => [...new Set(Array.from({ length: 1 + upTo(12) }, () => pick([...live])))]
  const below = (kind: string, ids: string[], parents: string[]) =>
    call(admin, masters.update, { params: { kind, id: pick(ids) }, body: { parentId: pick(parents) } })
  let inventories = 0
  return {
    moveMany: {
      weight: 6,
      act: () =>
        call(admin, assetBulk.change, {
          body: { ids: some(), action: 'move', placeId: pick(world.places).id },
        }),
    },
    removeMany: {
      weight: 2,
      act: async () => {
        const ids = some()
        await call(admin, assetBulk.change, { body: { ids, action: 'delete' } })
        for (const id of ids) live.delete(id)
        for (const id of ids) binned.add(id)
      },
    },
    moveRoom: { weight: 3, act: () => below('room', parts.rooms, parts.aous) },
    moveAou: { weight: 2, act: () => below('aou', parts.aous, parts.properties) },
    approveInventory: {
      weight: 2,
      act: async () => {
        inventories += 1
        const [total, days] = [1 + upTo(50), upTo(500)]
        await sql`insert into inventories (readable_id, place_id, blind, status, created_by, place_names, started_at,
            started_on, total, found, by_hand, misplaced, outside, binned, unknown, weak, unresolved)
          select ${`INV-${inventories}`}, id, false, 'approved', ${admin.id}, array[name], now(),
            current_date - ${days}::int, ${total}, ${upTo(total)}, 0, 0, 0, 0, 0, 0, 0
          from places where id = ${pick(world.places).id}`.execute(t.db)
      },
    },
  }
}
