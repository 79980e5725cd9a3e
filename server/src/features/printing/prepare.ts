import type { Message } from '@ats/contract/problems.ts'
import { sql } from 'kysely'
import { type AssetRow, assetsForUpdate, clearTags, expectTags } from '#features/assets/assets.ts'
import { reserveTags, voidTag } from '#features/tag-series/tag-series.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { storedMessage } from '#kernel/messages.ts'
import { withinScope } from '#kernel/scope.ts'

type Label = { position: number; assetId: Id | null; placeId: Id | null }
type Job = { seriesId: Id | null; again: boolean }

/** What becomes of a label: a tag, none, the next number of the series, or it is skipped. */
type Outcome = { tag: string | null } | { reserve: true; former?: string } | { skip: Message }

/**
 * Reserves the numbers of the next labels of a job, as the expected tags of their assets. Returns how many labels
 * became ready; labels that cannot be printed are skipped.
 */
export async function prepareLabels(tx: Db, actor: Actor, jobId: Id, most: number): Promise<number> {
  const { rows: labels } = await sql<Label>`select position, asset_id as "assetId", place_id as "placeId"
    from print_labels where job_id = ${jobId} and state = 'waiting' order by position limit ${most}`.execute(
    tx,
  )
  if (labels.length === 0) return 0
  const { rows: jobs } =
    await sql<Job>`select series_id as "seriesId", again from print_jobs where id = ${jobId}`.execute(tx)
  const job = jobs[0] ?? { seriesId: null, again: false }
  const assets = await assetsOf(tx, actor, labels)
  const places = await placesOf(tx, actor, labels)
  const printed = await printedTags(tx, [...assets.values()])
  const outcomes = labels.map((label): [Label, Outcome] => {
    if (label.assetId === null)
      return [label, places.has(label.placeId ?? '') ? { tag: null } : { skip: { code: 'label-place-gone' } }]
    return [label, outcomeOf(assets.get(label.assetId), job, printed)]
  })
  const tags = await reserveFor(tx, actor, job, outcomes, assets)
  await saveOutcomes(
    tx,
    jobId,
    outcomes.map(([label, outcome]) => [label.position, outcome, tags.get(label.position)]),
  )
  return outcomes.filter(([, outcome]) => !('skip' in outcome)).length
}

const idsIn = (ids: readonly (Id | null)[]) => ids.filter((id) => id !== null)

async function assetsOf(tx: Db, actor: Actor, labels: readonly Label[]) {
  const rows = await assetsForUpdate(tx, actor, idsIn(labels.map(({ assetId }) => assetId)), 'live')
  return new Map(rows.map((row) => [row.id, row]))
}

async function placesOf(tx: Db, actor: Actor, labels: readonly Label[]) {
  const ids = idsIn(labels.map(({ placeId }) => placeId))
  const query = tx.selectFrom('places').select('id').where('id', '=', sql<string>`any(${ids}::uuid[])`)
  return new Set((await query.where(withinScope(actor, 'places')).execute()).map(({ id }) => id))
}

/** Expected tags that may already be on a label, of whatever job. */
async function printedTags(tx: Db, assets: readonly AssetRow[]) {
  const tags = assets.flatMap(({ rfidTag, tagExpected }) =>
    tagExpected && rfidTag !== null ? [rfidTag] : [],
  )
  const { rows } = await sql<{ tag: string }>`select tag from print_labels
    where tag = any(${tags}::text[]) and state in ('sent', 'printed')`.execute(tx)
  return new Set(rows.map(({ tag }) => tag))
}

function outcomeOf(asset: AssetRow | undefined, job: Job, printed: ReadonlySet<string>): Outcome {
  if (asset === undefined) return { skip: { code: 'label-asset-gone' } }
  const { rfidTag, tagExpected } = asset
  if (rfidTag === null)
    return job.seriesId === null ? { skip: { code: 'label-without-series' } } : { reserve: true }
  if (!tagExpected) return job.again ? { tag: null } : { skip: { code: 'label-tag-on-asset' } }
  if (!printed.has(rfidTag)) return { tag: rfidTag }
  if (!job.again) return { skip: { code: 'label-printed-before' } }
  return job.seriesId === null
    ? { skip: { code: 'label-without-series' } }
    : { reserve: true, former: rfidTag }
}

/** The tags of newly reserved numbers, by the positions of their labels. */
async function reserveFor(
  tx: Db,
  actor: Actor,
  { seriesId }: Job,
  outcomes: readonly [Label, Outcome][],
  assets: ReadonlyMap<Id, AssetRow>,
) {
  const wanting = outcomes.flatMap(([label, outcome]) => {
    const asset = assets.get(label.assetId ?? '')
    return 'reserve' in outcome && asset !== undefined ? [{ ...label, asset, former: outcome.former }] : []
  })
  if (wanting.length === 0 || seriesId === null) return new Map<number, string>()
  const former = wanting.filter((one) => one.former !== undefined)
  if (former.length > 0)
    await clearTags(
      tx,
      actor,
      'asset.label-voided',
      former.map(({ asset }) => asset),
    )
  for (const { former: tag = '' } of former) await voidTag(tx, actor, tag, 'Its label was printed again')
  // Last, because other reservations of the series wait for the end of the transaction.
  const tags = await reserveTags(tx, actor, seriesId, wanting.length)
  await expectTags(
    tx,
    actor,
    wanting.map(({ asset }, at) => ({ assetId: asset.id, tag: tags[at] ?? '' })),
  )
  return new Map(wanting.map(({ position }, at) => [position, tags[at] ?? '']))
}

async function saveOutcomes(tx: Db, jobId: Id, outcomes: readonly [number, Outcome, string | undefined][]) {
  const rows = outcomes.map(([position, outcome, reserved]) => ({
    position,
    state: 'skip' in outcome ? 'skipped' : 'ready',
    tag: reserved ?? ('tag' in outcome ? outcome.tag : null),
    message: 'skip' in outcome ? storedMessage(outcome.skip) : null,
  }))
  const column = <T>(read: (row: (typeof rows)[number]) => T) => rows.map(read)
  await sql`update print_labels as label set state = made.state, tag = made.tag, message = made.message,
      at = case made.state when 'skipped' then now() end
    from unnest(${column(({ position }) => position)}::int[], ${column(({ state }) => state)}::text[],
      ${column(({ tag }) => tag)}::text[], ${column(({ message }) => message)}::text[]) as made (position, state, tag, message)
    where label.job_id = ${jobId} and label.position = made.position`.execute(tx)
  const skipped = rows.filter(({ state }) => state === 'skipped').length
  if (skipped > 0)
    await sql`update print_jobs set skipped = skipped + ${skipped} where id = ${jobId}`.execute(tx)
}
