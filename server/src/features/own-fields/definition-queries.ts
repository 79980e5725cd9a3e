import {
  mostUses,
  type OwnFieldDefinition,
  type OwnFieldGroup,
} from '@ats/contract/own-fields/definitions.ts'
import { sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { found, Problem } from '#kernel/http/problem.ts'
import { ownFieldPredicate } from './index-expression.ts'
import { presentOwnFields } from './stored-fields.ts'

/** Fields apply to every place. */
export function mustGovern(actor: Actor) {
  if (!actor.everywhere) throw new Problem('masters-need-everywhere')
}

/** One change after the other, so that limits hold and no key is given twice. */
export const lockDefinitions = (tx: Db) =>
  sql`select pg_advisory_xact_lock(hashtextextended('own-fields', 0))`.execute(tx)

/** All fields, also retired ones, in the order of forms. */
export async function ownFieldDefinitions(tx: Db): Promise<OwnFieldDefinition[]> {
  const { rows } = await sql<Pick<OwnFieldDefinition, 'id' | 'version' | 'setName'>>`
    select id, version, set_name as "setName" from own_fields order by id`.execute(tx)
  const more = new Map(rows.map((row) => [row.id, row]))
  return (await presentOwnFields(tx)).flatMap((field) => {
    const row = more.get(field.id)
    return row === undefined ? [] : [{ ...field, ...row }]
  })
}

export const ownFieldDefinition = async (tx: Db, id: Id): Promise<OwnFieldDefinition> =>
  found(
    (await ownFieldDefinitions(tx)).find((field) => field.id === id),
    'own-field-not-found',
  )

export async function ownFieldGroups(tx: Db): Promise<OwnFieldGroup[]> {
  const { rows } = await sql<OwnFieldGroup>`select id, label, label_hi as "labelHi" from own_field_groups
    order by position, id`.execute(tx)
  return rows
}

/** How many assets have a value, up to a bound. */
export async function usesOf(db: Db, id: Id) {
  const field = await ownFieldDefinition(db, id)
  const { rows } = await sql<{ count: number }>`select count(*) as count from (select from assets
    where ${sql.raw(ownFieldPredicate(field))} limit ${mostUses + 1}) as counted`.execute(db)
  const count = rows[0]?.count ?? 0
  return { count: Math.min(count, mostUses), more: count > mostUses }
}
