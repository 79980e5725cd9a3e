import type { Message } from '@ats/contract/problems.ts'
import { sql } from 'kysely'
import { assetsForUpdate, assetTagIdOf, clearTags } from '#features/assets/assets.ts'
import { voidTag } from '#features/tag-series/tag-series.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { recordAll } from '#kernel/ledger/events.ts'
import { storedMessage } from '#kernel/messages.ts'
import { withNothingWithheld } from '#kernel/scope.ts'

export type SentLabel = { position: number; assetId: Id | null; tag: string | null }
/** `unknown`: nobody knows whether the label exists. */
type Fate = 'printed' | 'void' | 'unknown'
export type Settled = SentLabel & { fate: Fate }

const voidReasons = { void: 'The printer spoilt the label', unknown: 'Possibly printed' } as const
const mostVoidsInRow = 5

/** Whatever the owner of the job may see now, what their printer did is written down. */
const unbounded = (actor: Actor): Actor => ({ ...withNothingWithheld(actor), everywhere: true })

/**
 * Writes down what became of labels that were sent. The number of a label that was spoilt or is in doubt becomes void,
 * and its label waits for another one. A tag that a person has read on its asset is on a good label.
 */
export async function settle(tx: Db, actor: Actor, jobId: Id, labels: readonly Settled[], printer: string) {
  const rows = await assetsForUpdate(
    tx,
    unbounded(actor),
    labels.flatMap(({ assetId }) => assetId ?? []),
    'live',
  )
  const assets = new Map(rows.map((row) => [row.id, row]))
  const assetOf = ({ assetId }: SentLabel) => assets.get(assetId ?? '')
  const isOn = (label: SentLabel) => {
    const asset = assetOf(label)
    return asset !== undefined && asset.rfidTag === label.tag && !asset.tagExpected && label.tag !== null
  }
  const good = labels.filter((label) => label.fate === 'printed' || isOn(label))
  const bad = labels.filter((label) => !good.includes(label))
  await markLabels(tx, jobId, good, 'printed')
  await recordAll(
    tx,
    actor,
    good.flatMap((label) => {
      const asset = assetOf(label)
      if (asset === undefined) return []
      const about = { kind: 'asset', id: asset.id, place: asset.placeId, name: asset.assetName } as const
      const readableId = assetTagIdOf(asset.number)
      return [
        {
          action: 'asset.label-printed' as const,
          ...about,
          readableId,
          after: { label: label.tag, printer },
        },
      ]
    }),
  )
  for (const label of bad) await voidOne(tx, actor, label, assetOf(label))
  await markLabels(tx, jobId, bad, 'waiting')
  const voided = bad.filter(({ tag }) => tag !== null).length
  await sql`update print_jobs set printed = printed + ${good.length}, voided = voided + ${voided},
    voids_in_row = ${voidsAtEnd(labels, good.length > 0)} where id = ${jobId}`.execute(tx)
  return stopAfterVoids(tx, jobId)
}

/** The row goes on with the spoilt labels before, unless one was good since. */
function voidsAtEnd(labels: readonly Settled[], hasGood: boolean) {
  const lastGood = labels.findLastIndex(({ fate }) => fate === 'printed')
  const voids = labels.slice(lastGood + 1).filter(({ fate }) => fate === 'void').length
  return hasGood ? sql`${voids}` : sql`voids_in_row + ${voids}`
}

/** True if the printer spoils one label after another. */
async function stopAfterVoids(tx: Db, jobId: Id): Promise<boolean> {
  const message: Message = { code: 'print-stopped-by-voids', params: { count: mostVoidsInRow } }
  const { rows } = await sql`update print_jobs set status = 'stopped', message = ${storedMessage(message)}
    where id = ${jobId} and voids_in_row >= ${mostVoidsInRow} and status in ('waiting', 'printing') returning id`.execute(
    tx,
  )
  return rows.length > 0
}

type Asset = Awaited<ReturnType<typeof assetsForUpdate>>[number]

async function voidOne(tx: Db, actor: Actor, { tag, fate }: Settled, asset: Asset | undefined) {
  if (tag === null || fate === 'printed') return
  if (asset?.rfidTag === tag) await clearTags(tx, actor, 'asset.label-voided', [asset])
  // A deleted asset gets its tag back when it is restored, and nobody else gets the number.
  if (await isWithDeletedAsset(tx, tag)) return
  await voidTag(tx, actor, tag, voidReasons[fate])
}

async function isWithDeletedAsset(tx: Db, tag: string) {
  const { rows } = await sql`select from asset_tags join assets on assets.id = asset_tags.asset_id
    where upper(asset_tags.rfid_tag) = ${tag} and detached_at is not null and ending = 'deleted'
      and assets.deleted_at is not null limit 1`.execute(tx)
  return rows.length > 0
}

async function markLabels(tx: Db, jobId: Id, labels: readonly SentLabel[], state: 'printed' | 'waiting') {
  if (labels.length === 0) return
  const positions = labels.map(({ position }) => position)
  const tag = state === 'printed' ? sql`tag` : sql`null`
  await sql`update print_labels set state = ${state}, tag = ${tag}, at = now()
    where job_id = ${jobId} and position = any(${positions}::int[]) and state = 'sent'`.execute(tx)
}
