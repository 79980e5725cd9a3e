import {
  mostGroups,
  type NewOwnFieldGroup,
  type OwnFieldGroup,
  type OwnFieldGroupChange,
  type OwnFieldOrder,
} from '@ats/contract/own-fields/definitions.ts'
import { sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, refusing } from '#kernel/db/db.ts'
import { found, invalid, Problem } from '#kernel/http/problem.ts'
import { difference, record, recordAll } from '#kernel/ledger/events.ts'
import { lockDefinitions, mustGovern, ownFieldDefinitions, ownFieldGroups } from './definition-queries.ts'

const taken = { own_field_groups_label: () => invalid('label', 'own-field-group-name-taken') }

const groupById = async (tx: Db, id: Id) =>
  found(
    (await ownFieldGroups(tx)).find((group) => group.id === id),
    'own-field-group-not-found',
  )

const namesIn = ({ label, labelHi }: OwnFieldGroup) => ({ label, labelHi })

export async function createGroup(tx: Db, actor: Actor, { label, labelHi }: NewOwnFieldGroup) {
  mustGovern(actor)
  await lockDefinitions(tx)
  const groups = await ownFieldGroups(tx)
  if (groups.length >= mostGroups) throw new Problem('own-field-groups-too-many', { most: mostGroups })
  const row = { label, label_hi: labelHi || null, position: groups.length }
  const insert = tx.insertInto('own_field_groups').values(row).returning('id').executeTakeFirstOrThrow()
  const { id } = await refusing(insert, taken)
  const group = await groupById(tx, id)
  await record(tx, actor, {
    ...{ action: 'own-field.group-added', kind: 'own-field', id, name: label, after: namesIn(group) },
  })
  return group
}

export async function changeGroup(tx: Db, actor: Actor, id: Id, { label, labelHi }: OwnFieldGroupChange) {
  mustGovern(actor)
  await lockDefinitions(tx)
  const before = await groupById(tx, id)
  const row = {
    label: label ?? before.label,
    label_hi: (labelHi === undefined ? before.labelHi : labelHi) || null,
  }
  await refusing(tx.updateTable('own_field_groups').set(row).where('id', '=', id).execute(), taken)
  const group = await groupById(tx, id)
  const changes = difference(namesIn(before), namesIn(group))
  if (changes !== undefined)
    await record(tx, actor, {
      ...{ action: 'own-field.group-changed', kind: 'own-field', id, name: group.label, ...changes },
    })
  return group
}

export async function removeGroup(tx: Db, actor: Actor, id: Id) {
  mustGovern(actor)
  await lockDefinitions(tx)
  const group = await groupById(tx, id)
  const fields = await ownFieldDefinitions(tx)
  if (fields.some((field) => field.group?.id === id && !field.retired))
    throw new Problem('own-field-group-in-use')
  await sql`update own_fields set group_id = null where group_id = ${id}`.execute(tx)
  await tx.deleteFrom('own_field_groups').where('id', '=', id).execute()
  await record(tx, actor, {
    ...{
      action: 'own-field.group-deleted',
      kind: 'own-field',
      id,
      name: group.label,
      before: namesIn(group),
    },
  })
}

const sameIds = (ids: readonly Id[], others: readonly Id[]) =>
  ids.length === others.length && new Set([...ids, ...others]).size === ids.length

/** The request names every group and every active field, so that nothing that somebody else added is misplaced. */
export async function putInOrder(tx: Db, actor: Actor, { groupIds, fields }: OwnFieldOrder) {
  mustGovern(actor)
  await lockDefinitions(tx)
  const groups = await ownFieldGroups(tx)
  const before = await ownFieldDefinitions(tx)
  const active = before.filter(({ retired }) => !retired)
  const isCurrent =
    sameIds(
      groupIds,
      groups.map(({ id }) => id),
    ) &&
    sameIds(
      fields.map(({ id }) => id),
      active.map(({ id }) => id),
    ) &&
    fields.every(({ groupId }) => groupId === null || groupIds.includes(groupId))
  if (!isCurrent) throw new Problem('own-field-order-outdated')
  await sql`update own_field_groups set position = wanted.position - 1
    from unnest(${groupIds}::uuid[]) with ordinality as wanted (id, position)
    where wanted.id = own_field_groups.id`.execute(tx)
  await sql`update own_fields set position = wanted.position - 1, group_id = wanted.group_id
    from unnest(${fields.map(({ id }) => id)}::uuid[], ${fields.map(({ groupId }) => groupId)}::uuid[])
      with ordinality as wanted (id, group_id, position) where wanted.id = own_fields.id`.execute(tx)
  await recordOrder(tx, actor, active)
}

type Placed = { id: Id; label: string; version: number; group: { label: string } | null }

/** Each field that is in another group or at another place of the form now has an entry. */
async function recordOrder(tx: Db, actor: Actor, before: readonly Placed[]) {
  const places = (fields: readonly Placed[]) =>
    new Map(fields.map(({ id, group }, at) => [id, { group: group?.label ?? null, position: at + 1 }]))
  const now = (await ownFieldDefinitions(tx)).filter(({ retired }) => !retired)
  const [former, present] = [places(before), places(now)]
  const entries = now.flatMap(({ id, label, version }) => {
    const changes = difference(former.get(id) ?? {}, present.get(id) ?? {})
    const entry = { action: 'own-field.changed', kind: 'own-field', id, name: label, version } as const
    return changes === undefined ? [] : [{ ...entry, ...changes }]
  })
  await recordAll(tx, actor, entries)
}
