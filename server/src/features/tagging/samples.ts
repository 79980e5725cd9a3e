import { normalizeTag } from '@ats/contract/epc.ts'
import type { CheckOutcome, SampleKind } from '@ats/contract/tagging/tagging.ts'
import type { SampledTag } from '@ats/contract/tagging/work.ts'
import { type RawBuilder, sql } from 'kysely'
import { assetByTag, assetTagIdOf } from '#features/assets/assets.ts'
import { placeNames, placePath } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { fullNameOf } from '#kernel/db/full-name.ts'
import { found, Problem } from '#kernel/http/problem.ts'
import { record } from '#kernel/ledger/events.ts'
import { messageFields } from '#kernel/messages.ts'
import { withinScope } from '#kernel/scope.ts'
import { driveFor, lineAbout } from './access.ts'
import { lastAssociations } from './left.ts'

type Sampled = { id: Id; sample: SampleKind; sampleSize: number }

/** A number that nobody can foresee without the database, from the texts of these. */
const drawn = (text: RawBuilder<unknown>) => sql`('x' || substr(md5(${text}), 1, 7))::bit(28)::int`

/** One of each so many associations of a person, so that nobody knows which; or so many of each room. */
function isPicked({ id, sample, sampleSize: size }: Sampled): RawBuilder<unknown> {
  if (sample === 'none') return sql`select null::uuid as id where false`
  const secret = sql`(select created_at::text || id::text from tagging_drives where id = ${id})`
  if (sample === 'room')
    return sql`select id from (
      select id, row_number() over (partition by place_id order by md5(${secret} || id::text)) as number
      from tag_associations where drive_id = ${id}) as ranked where number <= ${size}`
  return sql`select id from (
    select id, tagged_by, row_number() over (partition by tagged_by order by received_at, id) - 1 as number
    from tag_associations where drive_id = ${id}) as ranked
    where number % ${size} = ${drawn(sql`${secret} || tagged_by::text || (number / ${size})::text`)} % ${size}`
}

/** Associations of the sample that the actor can check: by other people, valid and not checked yet. */
export async function toCheckBy(db: Db, actor: Actor, drive: Sampled, size: number) {
  const { rows } = await sql<SampledTag & { total: number }>`
    select last.id as "associationId", assets.id as "assetId", asset_tag_id(assets.number) as "assetTagId",
      (select name from asset_names where asset_names.id = assets.name_id) as "assetName",
      assets.serial_no as "serialNo", places.id as "placeId", ${placeNames} as "placeNames",
      ${fullNameOf('last.tagged_by')} as "taggedBy", last.tagged_at as "taggedAt", count(*) over () as total
    from (${isPicked(drive)}) as picked join ${lastAssociations(drive.id)} as last on last.id = picked.id
    join assets on assets.id = last.asset_id join places on places.id = assets.place_id
    where last.outcome is null and last.tagged_by <> ${actor.id} and assets.deleted_at is null
      and upper(assets.rfid_tag) = upper(last.tag) and ${withinScope(actor, 'assets')}
    order by ${placePath}, places.id, assets.number limit ${size}`.execute(db)
  return { samples: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 }
}

export async function samplesFor(db: Db, actor: Actor, id: Id, size: number) {
  return toCheckBy(db, actor, await driveFor(db, actor, id), size)
}

type Checked = { tag: string; taggedBy: Id; assetId: Id; placeId: Id; readableId: string; isOpen: boolean }

/** The association, locked, if its asset is in scope. */
async function associationToCheck(tx: Db, actor: Actor, driveId: Id, id: Id) {
  const { rows } = await sql<Checked>`select one.tag, one.tagged_by as "taggedBy", assets.id as "assetId",
      assets.place_id as "placeId", asset_tag_id(assets.number) as "readableId",
      (upper(assets.rfid_tag) = upper(one.tag) and one.id = (
        select id from ${lastAssociations(driveId)} as last where last.asset_id = assets.id and outcome is null
      )) as "isOpen"
    from tag_associations as one join assets on assets.id = one.asset_id
    where one.drive_id = ${driveId} and one.id = ${id} and assets.deleted_at is null
      and ${withinScope(actor, 'assets')} for update of assets`.execute(tx)
  return found(rows[0], 'tagging-association-not-found')
}

type Check = { associationId: Id; readTag: string | null }

/** Compares what was read on the asset. If it is the tag of another asset, that one has failed too. */
export async function checkTag(tx: Db, actor: Actor, id: Id, { associationId, readTag }: Check) {
  const drive = await driveFor(tx, actor, id, 'share')
  const checked = await associationToCheck(tx, actor, id, associationId)
  if (checked.taggedBy === actor.id) throw new Problem('tagging-check-own')
  if (!checked.isOpen) throw new Problem('tagging-checked-before')
  const read = readTag === null ? null : normalizeTag(readTag)
  const isRight = read?.toUpperCase() === checked.tag.toUpperCase()
  const outcome: CheckOutcome = isRight ? 'right' : read === null ? 'no-tag' : 'other-tag'
  await sql`insert into tag_checks (association_id, outcome, read_tag, checked_by)
    values (${associationId}, ${outcome}, ${read}, ${actor.id})`.execute(tx)
  if (outcome === 'other-tag') await failHolder(tx, actor, id, read ?? '')
  await record(tx, actor, {
    ...{ action: 'tagging-drive.tag-checked', ...lineAbout(drive), place: checked.placeId },
    after: { assetTagId: checked.readableId, outcome, ...(outcome === 'other-tag' && { tag: read }) },
  })
  const holder = outcome === 'other-tag' ? await assetByTag(tx, actor, read ?? '') : undefined
  const said =
    holder === undefined
      ? ({ code: codes[outcome] } as const)
      : ({
          code: 'tag-check-of-other',
          params: { assetTagId: assetTagIdOf(holder.number), assetName: holder.assetName },
        } as const)
  return { outcome, ...messageFields(said) }
}

const codes = {
  right: 'tag-check-right',
  'other-tag': 'tag-check-other',
  'no-tag': 'tag-check-none',
  elsewhere: 'tag-check-other',
} as const

/** The tag of another asset of the drive was read, so it is not on that asset. */
const failHolder = (tx: Db, actor: Actor, id: Id, tag: string) =>
  sql`insert into tag_checks (association_id, outcome, checked_by)
    select last.id, 'elsewhere', ${actor.id} from ${lastAssociations(id)} as last
    join assets on assets.id = last.asset_id and upper(assets.rfid_tag) = upper(last.tag)
    where upper(last.tag) = upper(${tag}) and assets.deleted_at is null and last.outcome is null`.execute(tx)
