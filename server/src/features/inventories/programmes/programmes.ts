// Why it is built this way: docs/decisions/079-verification-programmes.md

import { mostLines, type newProgramme, type programmes } from '@ats/contract/inventories/programmes.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { mustBeAbleToCount, mustBeApprover, mustNameCounters } from '#features/inventories/plan/people.ts'
import { placeChosen, placePathOf } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { mustBeVersion, plainFields } from '#kernel/db/versions.ts'
import { found, invalid, Problem } from '#kernel/http/problem.ts'
import { difference, record } from '#kernel/ledger/events.ts'
import { type ProgrammeRow, programmeFor, programmeToChange } from './access.ts'
import { planLine } from './making.ts'
import { programmeById } from './queries.ts'

const lineAbout = ({ id, name, placeId }: Pick<ProgrammeRow, 'id' | 'name' | 'placeId'>) => ({
  ...{ kind: 'verification-programme' as const, id, name, place: placeId },
})

type Given = z.output<typeof newProgramme>

/** Lines for the places of a kind below the place, or for the place itself if there are none. */
async function proposeLines(tx: Db, id: Id, given: Given) {
  const { level, startsOn, endsOn, oftenPlaces, oftenMonths, people, blind, approverId, mustCount } = given
  const { rows } = await sql<{ id: Id }>`
    with below as (
      select places.id, (array[places.id, places.aou_id, places.property_id, places.mm_id, places.city_id]
        && ${oftenPlaces}::uuid[]) as often,
        row_number() over (order by places.city_id, places.mm_id, places.property_id, places.aou_id, places.id) as number,
        count(*) over () as all
      from places where (places.kind = ${level} or places.id = ${given.placeId} and not exists (
          select from places as one where one.kind = ${level}
            and ${given.placeId} in (one.id, one.aou_id, one.property_id, one.mm_id, one.city_id)))
        and ${given.placeId} in (places.id, places.aou_id, places.property_id, places.mm_id, places.city_id)
      limit ${mostLines + 1}
    )
    insert into verification_lines (programme_id, place_id, due_on, every_months, people, blind, approver_id, must_count)
    select ${id}, below.id, case when often
        then least((${startsOn}::date + make_interval(months => ${oftenMonths}))::date, ${endsOn}::date)
        else ${startsOn}::date + ((${endsOn}::date - ${startsOn}::date) * number / below.all)::int end,
      case when often then ${oftenMonths}::int end, ${people}::uuid[], ${blind}, ${approverId}, ${mustCount}
    from below order by number returning id`.execute(tx)
  if (rows.length > mostLines) throw invalid('level', 'programme-too-large', { most: mostLines })
}

export async function createProgramme(tx: Db, actor: Actor, given: Given, zone: string) {
  const place = await placeChosen(tx, actor, given.placeId)
  if (given.endsOn <= given.startsOn) throw invalid('endsOn', 'programme-period-wrong')
  await mustBeAbleToCount(tx, place.id, given.people)
  mustNameCounters(given)
  await mustBeApprover(tx, place.id, given, [actor.id])
  const { id } = await tx
    .insertInto('verification_programmes')
    .values({
      ...{ name: given.name, place_id: place.id, starts_on: given.startsOn, ends_on: given.endsOn },
      ...{ lead_days: given.leadDays, created_by: actor.id },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await proposeLines(tx, id, given)
  const { name, startsOn, endsOn, leadDays } = given
  await record(tx, actor, {
    ...{ action: 'verification-programme.created', ...lineAbout({ id, name, placeId: place.id }) },
    after: { name, startsOn, endsOn, leadDays, place: await placePathOf(tx, place.id) },
  })
  return programmeById(tx, actor, { id, zone })
}

type Change = z.output<typeof programmes.change.body>

export async function changeProgramme(
  tx: Db,
  actor: Actor,
  { id, zone }: { id: Id; zone: string },
  { version, name, leadDays }: Change,
) {
  const before = await programmeToChange(tx, actor, id)
  const facts = { name: before.name, leadDays: before.leadDays }
  await mustBeVersion(tx, { kind: 'verification-programme', id }, version, () => plainFields(facts))
  const after = { name: name ?? before.name, leadDays: leadDays ?? before.leadDays }
  await sql`update verification_programmes set name = ${after.name}, lead_days = ${after.leadDays}
    where id = ${id}`.execute(tx)
  const changes = difference(facts, after)
  const { version: raised } = await programmeFor(tx, actor, id)
  if (changes !== undefined)
    await record(tx, actor, {
      ...{ action: 'verification-programme.changed', ...lineAbout({ ...before, ...after }), version: raised },
      ...changes,
    })
  return programmeById(tx, actor, { id, zone })
}

type Retiring = { id: Id; zone: string; version: number | undefined }

export async function retireProgramme(tx: Db, actor: Actor, { id, zone, version }: Retiring) {
  const programme = await programmeToChange(tx, actor, id)
  const { name, leadDays } = programme
  await mustBeVersion(tx, { kind: 'verification-programme', id }, version, () =>
    plainFields({ name, leadDays }),
  )
  await sql`update verification_programmes set retired_at = now(), retired_by = ${actor.id}
    where id = ${id}`.execute(tx)
  await record(tx, actor, { action: 'verification-programme.retired', ...lineAbout(programme) })
  return programmeById(tx, actor, { id, zone })
}

type LineChange = z.output<typeof programmes.changeLine.body>
type OfLine = { id: Id; lineId: Id; zone: string }

async function lineFor(tx: Db, { id, lineId }: OfLine) {
  const row = tx.selectFrom('verification_lines').selectAll().where('id', '=', lineId)
  return found(
    await row.where('programme_id', '=', id).forNoKeyUpdate().executeTakeFirst(),
    'programme-line-not-found',
  )
}

type Line = Awaited<ReturnType<typeof lineFor>>

function changed(line: Line, change: LineChange) {
  const { dueOn = line.due_on, people = line.people, blind = line.blind } = change
  const { everyMonths = line.every_months, mustCount = line.must_count } = change
  const { approverId = line.approver_id } = change
  return { dueOn, people, blind, everyMonths, mustCount, approverId }
}

/** Inventories that are planned already keep their plan. */
export async function changeLine(tx: Db, actor: Actor, of: OfLine, change: LineChange) {
  const programme = await programmeToChange(tx, actor, of.id)
  const line = await lineFor(tx, of)
  const given = changed(line, change)
  if (given.dueOn < programme.startsOn || given.dueOn > programme.endsOn)
    throw invalid('dueOn', 'programme-day-outside')
  if (change.people !== undefined) await mustBeAbleToCount(tx, line.place_id, given.people)
  mustNameCounters(given)
  const choosers = change.approverId === undefined ? [] : [actor.id]
  await mustBeApprover(tx, line.place_id, given, [programme.createdBy, ...choosers])
  const isOther = given.approverId !== line.approver_id || given.mustCount !== line.must_count
  await sql`update verification_lines set due_on = ${given.dueOn}, every_months = ${given.everyMonths},
      people = ${given.people}::uuid[], blind = ${given.blind}, approver_id = ${given.approverId},
      must_count = ${given.mustCount}, changed_by = case when ${isOther} then ${actor.id}::uuid else changed_by end
    where id = ${of.lineId}`.execute(tx)
  const { dueOn, everyMonths, blind, mustCount } = given
  await record(tx, actor, {
    ...{ action: 'verification-programme.line-changed', ...lineAbout(programme), place: line.place_id },
    after: { place: await placePathOf(tx, line.place_id), dueOn, everyMonths, blind, mustCount },
  })
  return programmeById(tx, actor, of)
}

/** Plans the next inventory of a line now. */
export async function planNow(tx: Db, actor: Actor, of: OfLine) {
  await programmeToChange(tx, actor, of.id)
  const { id: lineId } = await lineFor(tx, of)
  if ((await planLine(tx, actor, of.zone, lineId)) === undefined) throw new Problem('programme-line-planned')
  return programmeById(tx, actor, of)
}
