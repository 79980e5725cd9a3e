// Why it is built this way: docs/decisions/075-tagging-drives.md

import type { newTaggingDrive, TaggingDriveChange } from '@ats/contract/tagging/tagging.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { mustBeAbleToCount } from '#features/inventories/inventories.ts'
import { placeChosen, placePathOf } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { mustBeVersion, plainFields, raiseVersion } from '#kernel/db/versions.ts'
import { Problem } from '#kernel/http/problem.ts'
import { difference, record } from '#kernel/ledger/events.ts'
import { driveFor, lineAbout, mustManage } from './access.ts'
import { driveById, peopleOf } from './queries.ts'

/** What the ledger stores about a drive. */
async function factsOf(tx: Db, actor: Actor, id: Id) {
  const { name, sample, sampleSize, placeId } = await driveFor(tx, actor, id)
  const people = (await peopleOf(tx, id)).map((person) => person.name)
  return { name, sample, sampleSize, people, place: await placePathOf(tx, placeId) }
}

const namePeople = (tx: Db, id: Id, people: readonly Id[]) =>
  sql`insert into tagging_people (drive_id, user_id)
    select distinct ${id}::uuid, person from unnest(${people}::uuid[]) as person`.execute(tx)

export async function startDrive(tx: Db, actor: Actor, given: z.output<typeof newTaggingDrive>) {
  const place = await placeChosen(tx, actor, given.placeId)
  await mustBeAbleToCount(tx, place.id, given.people)
  const { name, sample, sampleSize: sample_size, people } = given
  const { id } = await tx
    .insertInto('tagging_drives')
    .values({ name, sample, sample_size, place_id: place.id, created_by: actor.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await namePeople(tx, id, people)
  const line = lineAbout({ id, name, placeId: place.id })
  await record(tx, actor, { action: 'tagging-drive.started', ...line, after: await factsOf(tx, actor, id) })
  return driveById(tx, actor, id)
}

/** The drive, locked, if the actor may change it and nobody else did since. */
async function driveToChange(tx: Db, actor: Actor, id: Id, version: number | undefined) {
  const drive = await driveFor(tx, actor, id, 'update')
  mustManage(drive)
  await mustBeVersion(tx, { kind: 'tagging-drive', id }, version, async () => {
    const people = await peopleOf(tx, id)
    const names = people.map(({ name }) => name).join(', ')
    return {
      ...plainFields({ name: drive.name, sample: drive.sample, sampleSize: drive.sampleSize }),
      people: { value: people.map(({ _id }) => _id), text: names },
    }
  })
  if (drive.closedAt !== null) throw new Problem('tagging-drive-closed')
  return drive
}

export async function changeDrive(
  tx: Db,
  actor: Actor,
  id: Id,
  { version, people, ...change }: TaggingDriveChange,
) {
  const drive = await driveToChange(tx, actor, id, version)
  const before = await factsOf(tx, actor, id)
  const { name = drive.name, sample = drive.sample, sampleSize: sample_size = drive.sampleSize } = change
  await tx.updateTable('tagging_drives').set({ name, sample, sample_size }).where('id', '=', id).execute()
  if (people !== undefined) {
    await mustBeAbleToCount(tx, drive.placeId, people)
    await sql`delete from tagging_people where drive_id = ${id}`.execute(tx)
    await namePeople(tx, id, people)
  }
  const changes = difference(before, await factsOf(tx, actor, id))
  if (changes === undefined) return driveById(tx, actor, id)
  if ('people' in changes.after) await raiseVersion(tx, 'tagging_drives', id)
  const after = await driveById(tx, actor, id)
  const line = { ...lineAbout({ ...drive, name }), version: after.version }
  await record(tx, actor, { action: 'tagging-drive.changed', ...line, ...changes })
  return after
}

export async function closeDrive(tx: Db, actor: Actor, id: Id, version: number | undefined) {
  const drive = await driveToChange(tx, actor, id, version)
  await sql`update tagging_drives set closed_at = now(), closed_by = ${actor.id} where id = ${id}`.execute(tx)
  const after = await driveById(tx, actor, id)
  const { total, tagged, left, excepted } = after
  await record(tx, actor, {
    ...{ action: 'tagging-drive.closed', ...lineAbout(drive), version: after.version },
    after: { total, tagged, left, excepted },
  })
  return after
}
