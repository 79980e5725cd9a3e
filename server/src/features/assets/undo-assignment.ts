import type { Message } from '@ats/contract/problems.ts'
import { sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import type { Result } from '#kernel/jobs/bulk-results.ts'
import { messageFields } from '#kernel/messages.ts'
import { personInScope } from '#kernel/scope.ts'
import { assignAssets, type Holder } from './changes.ts'
import { type AssetRow, assetsForUpdate, assetTagIdOf } from './queries.ts'

/** An entry holds only the fields that changed: the name may stay while the account changes. */
type Step = {
  id: Id
  before: Partial<Record<'assignedUser' | 'assignedUserId', string | null>>
  after: Partial<Record<'assignedUser' | 'assignedUserId', string | null>>
  isFormerSeen: boolean
}

async function stepsOf(tx: Db, actor: Actor, request: string, ids: readonly Id[]) {
  const { rows } = await sql<Step>`
    select distinct on (record_id) record_id as id, before, after,
      before ->> 'assignedUserId' is null or exists (select from users
        where users.id = (before ->> 'assignedUserId')::uuid and deleted_at is null
          and ${personInScope(actor)}) as "isFormerSeen"
    from events
    where record_kind = 'asset' and record_id = any(${ids}::uuid[]) and request_id = ${request}
      and actor_id = ${actor.id} and after ?| '{assignedUser,assignedUserId}'
    order by record_id, id desc`.execute(tx)
  return new Map(rows.map((step) => [step.id, step]))
}

const isAsLeft = ({ assignedUserId, assignedName }: AssetRow, { after }: Step) =>
  (after.assignedUserId === undefined || after.assignedUserId === assignedUserId) &&
  (after.assignedUser === undefined || after.assignedUser === assignedName)

/** Why an asset cannot be assigned back; undefined if it can, or if the assignment did not change it. */
function obstacleTo(row: AssetRow | undefined, step: Step | undefined): Message | undefined {
  if (row === undefined) return { code: 'asset-not-found' }
  if (step === undefined) return undefined
  if (!isAsLeft(row, step)) return { code: 'asset-assigned-since' }
  return step.isFormerSeen ? undefined : { code: 'former-user-gone' }
}

const formerOf = (row: AssetRow, { before }: Step): Holder => ({
  id: before.assignedUserId === undefined ? row.assignedUserId : before.assignedUserId,
  name: before.assignedUser === undefined ? row.assignedName : before.assignedUser,
})

/** Gives each asset back to its former assigned user, if it is still as the assignment left it. */
export async function assignBack(
  tx: Db,
  actor: Actor,
  request: string,
  ids: readonly Id[],
): Promise<Result[]> {
  const rows = new Map((await assetsForUpdate(tx, actor, ids, 'live')).map((row) => [row.id, row]))
  const steps = await stepsOf(tx, actor, request, ids)
  const going = [...rows.values()].flatMap((row) => {
    const step = steps.get(row.id)
    return step === undefined || obstacleTo(row, step) !== undefined ? [] : [{ row, step }]
  })
  const holders = new Map(going.map(({ row, step }) => [row.id, formerOf(row, step)]))
  if (going.length > 0)
    await assignAssets(
      tx,
      actor,
      going.map(({ row }) => row),
      holders,
    )
  return ids.map((_id) => {
    const row = rows.get(_id)
    const obstacle = obstacleTo(row, steps.get(_id))
    const assetTagId = row === undefined ? null : assetTagIdOf(row.number)
    return { _id, assetTagId, ok: obstacle === undefined, ...messageFields(obstacle ?? { code: 'done' }) }
  })
}
