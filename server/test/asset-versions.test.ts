import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from './app.ts'
import { noUntruths, untruths } from './asset-truths.ts'
import { openWorld } from './version-actions.ts'
import { dice, newTimeline } from './version-model.ts'

const runs = Number(process.env.VERSIONS_RUNS ?? 1500)
const seed = Number(process.env.VERSIONS_SEED ?? Date.now() % 2 ** 31)
console.log(
  `versions: ${runs} actions, seed ${seed}; repeat with VERSIONS_SEED=${seed} VERSIONS_RUNS=${runs}`,
)

const t = await testApp()

const spins = new Int32Array(new SharedArrayBuffer(4))
/** A moment between the previous actions and the next ones, in microseconds. */
function momentBetween() {
  const moment = Date.now() + 1
  while (Date.now() < moment) Atomics.wait(spins, 0, 0, 0.2)
  return moment * 1000
}

type Span = { id: string; from: number; to: number; facts: string; event: number | null; at: number | null }

/** Every version with its facts, in the format of the model. */
async function spansByAsset() {
  const micros = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint`
  const { rows } = await sql<Span>`
    select asset_id as id, ${micros('valid_from')} as from,
      case when valid_to = 'infinity' then ${sql.lit(Number.MAX_SAFE_INTEGER)}::bigint else ${micros('valid_to')} end as to,
      array_to_string(array[name_id::text, state_id::text, place_id::text, city_id::text, mm_id::text,
        property_id::text, aou_id::text, assigned_user_id::text, assigned_name, brand_id::text, vendor_id::text,
        rfid_tag, deleted::text], '|', '') as facts, event_id as event,
      (select ${micros('at')} from events where events.id = event_id and record_id = asset_id) as at
    from asset_versions order by asset_id, valid_from`.execute(t.db)
  return Map.groupBy(rows, ({ id }) => id)
}

test(
  'whatever people do, every asset is known as it was at every moment',
  async () => {
    const rolled = dice(seed)
    const { world, act } = await openWorld(t, rolled)
    const timeline = newTimeline()
    const moments: number[] = []
    for (let action = 0; action < runs; action += 1) {
      timeline.note(action, await act())
      moments.push(momentBetween())
    }
    const spans = await spansByAsset()
    expect(spans.size).toBe(world.assets.length)
    let compared = 0
    for (const { id } of world.assets) {
      const [entries, own] = [timeline.entries.get(id) ?? [], spans.get(id) ?? []]
      expect(own.map(({ facts }) => facts)).toEqual(entries.map(({ facts }) => facts))
      let [entry, span] = [-1, -1]
      for (const [action, moment] of moments.entries()) {
        while ((entries[entry + 1]?.action ?? runs) <= action) entry += 1
        while ((own[span + 1]?.from ?? Number.POSITIVE_INFINITY) <= moment) span += 1
        const held = own[span]
        const known = held !== undefined && held.to > moment ? held.facts : undefined
        if (known !== entries[entry]?.facts)
          expect({ action, id, facts: known }).toEqual({ action, id, facts: entries[entry]?.facts })
        compared += 1
      }
    }
    const all = [...spans.values()].flat()
    expect(all.filter(({ event, at, from }) => event !== null && at !== from)).toEqual([])
    expect(await untruths(t.db)).toEqual(noUntruths)
    await askTheDatabase(moments, rolled.pick)
    console.log(`versions: ${all.length} spans of ${spans.size} assets, ${compared} comparisons`)
  },
  60_000 + runs * 120,
)

/** The functions that reports call must agree with the versions, for assets and for places at every level. */
async function askTheDatabase(moments: number[], pick: <T>(list: readonly T[]) => T) {
  const places = await t.db.selectFrom('place_paths').select('place_id').distinct().execute()
  for (let turn = 0; turn < 100; turn += 1) {
    const at = sql`to_timestamp(${pick(moments)}::bigint / 1000000.0)`
    const { place_id: place } = pick(places)
    const { rows } = await sql<{ one: unknown; many: unknown; open: unknown }>`select
      (select jsonb_agg(v order by asset_id) from asset_versions v where ${at} >= valid_from and ${at} < valid_to
        and ${place} in (place_id, aou_id, property_id, mm_id, city_id)) as one,
      (select jsonb_agg(v order by asset_id) from assets_as_of(${place}, ${at}) v) as many,
      (select jsonb_agg(v order by v.asset_id) from assets cross join lateral asset_as_of(assets.id, ${at}) v
        where ${place} in (v.place_id, v.aou_id, v.property_id, v.mm_id, v.city_id)) as open`.execute(t.db)
    expect(rows[0]?.many).toEqual(rows[0]?.one)
    expect(rows[0]?.open).toEqual(rows[0]?.one)
  }
}
