import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { forgetOwnFields } from '#features/own-fields/own-fields.ts'
import type { TestApp } from './app.ts'
import type { Row, Rows } from './matrix-row.ts'
import { addOwnField } from './own-fields.ts'

/** Fields are for every place. */
const everywhereOnly: Row = { elsewhere: 403, except: { User: 403 } }

const shared = new WeakMap<object, ReturnType<typeof addOwnField>>()

/** One field for all requests, because only so many can be active; and in the state that a request needs. */
async function oneField(t: TestApp, state: 'active' | 'retired' = 'active') {
  const field = shared.get(t.app) ?? addOwnField(t.db, 'text')
  shared.set(t.app, field)
  const { id } = await field
  const at = state === 'retired' ? sql`now()` : null
  await sql`update own_fields set retired_at = ${at} where id = ${id}`.execute(t.db)
  forgetOwnFields(t.db)
  return { id }
}

async function oneGroup(t: TestApp) {
  const { rows } = await sql<{ id: string }>`insert into own_field_groups (label, position)
    values (${randomUUID()}, 0) returning id`.execute(t.db)
  return { id: rows[0]?.id ?? '' }
}

/** Everything in its present order. */
async function presentOrder(t: TestApp) {
  const groups = await sql<{ id: string }>`select id from own_field_groups order by id`.execute(t.db)
  const fields = await sql<{ id: string; groupId: string | null }>`select id, group_id as "groupId"
    from own_fields where retired_at is null order by id`.execute(t.db)
  return { groupIds: groups.rows.map(({ id }) => id), fields: fields.rows }
}

const about = (body: object, state?: 'retired'): Row => ({
  ...everywhereOnly,
  input: async (t) => ({ params: await oneField(t, state), body }),
})

export const ownFieldRows: Rows<'ownFields' | 'ownFieldDefinitions' | 'ownFieldGroups'> = {
  'ownFields.list': {},
  'ownFields.schema': {},
  'ownFieldDefinitions.list': everywhereOnly,
  'ownFieldDefinitions.create': {
    ...everywhereOnly,
    input: async () => ({ body: { type: 'text', label: randomUUID() } }),
  },
  'ownFieldDefinitions.change': about({ help: 'As on the invoice' }),
  'ownFieldDefinitions.retire': about({}),
  'ownFieldDefinitions.bringBack': about({}, 'retired'),
  'ownFieldDefinitions.uses': { ...everywhereOnly, input: async (t) => ({ params: await oneField(t) }) },
  'ownFieldDefinitions.order': { ...everywhereOnly, input: async (t) => ({ body: await presentOrder(t) }) },
  'ownFieldDefinitions.sets': everywhereOnly,
  'ownFieldDefinitions.addSet': {
    ...everywhereOnly,
    input: async () => ({ params: { name: 'purchase' }, body: {} }),
  },
  'ownFieldGroups.create': {
    ...everywhereOnly,
    input: async (t) => {
      await sql`delete from own_field_groups where id not in (
        select group_id from own_fields where group_id is not null)`.execute(t.db)
      return { body: { label: randomUUID() } }
    },
  },
  'ownFieldGroups.change': {
    ...everywhereOnly,
    input: async (t) => ({ params: await oneGroup(t), body: { label: randomUUID() } }),
  },
  'ownFieldGroups.remove': { ...everywhereOnly, input: async (t) => ({ params: await oneGroup(t) }) },
}
