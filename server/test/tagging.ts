import { randomUUID } from 'node:crypto'
import { assetTags } from '@ats/contract/assets/tags.ts'
import { type NewTaggingDrive, taggingDrives } from '@ats/contract/tagging/tagging.ts'
import { type TaggingEntry, tagging } from '@ats/contract/tagging/work.ts'
import type { Person, TestApp } from './app.ts'
import { freshRoom } from './inventories.ts'
import { administratorOf, freshTag, stocked } from './stock.ts'

export async function driveIn(t: TestApp, given: Partial<NewTaggingDrive> = {}, as?: Person) {
  const placeId = given.placeId ?? (await freshRoom(t))
  const body = { name: `Drive ${randomUUID()}`, sample: 'nth' as const, sampleSize: 1, ...given, placeId }
  const answer = await t.call(as ?? (await administratorOf(t)), taggingDrives.create, { body })
  if (answer.status !== 201) throw new Error(answer.text)
  return { id: answer.body._id, placeId }
}

/** An asset whose tag was lost. */
export async function untagged(t: TestApp, placeId: string, assetName = 'Chair') {
  const asset = await stocked(t, { placeId, assetName })
  const { body } = await t.call(await administratorOf(t), assetTags.lose, { params: { id: asset._id } })
  return body.asset
}

type Wish = { placeId: string; assetId: string | null; tag?: string; [more: string]: unknown }

export function tagged({ tag = freshTag(), ...wish }: Wish): TaggingEntry {
  return { kind: 'tagged', id: randomUUID(), at: new Date().toISOString(), tag, readBack: tag, ...wish }
}

export function excepted(wish: { placeId: string; assetId: string; note?: string }): TaggingEntry {
  const made = { kind: 'excepted' as const, id: randomUUID(), at: new Date().toISOString() }
  return { ...made, reason: 'not-there', ...wish }
}

export const sent = (t: TestApp, as: Person, id: string, ...entries: TaggingEntry[]) =>
  t.call(as, tagging.send, { params: { id }, body: { device: 'A handheld', entries } })

/** An association of somebody else, in a drive that checks all. */
export async function taggedIn(t: TestApp, as: Person) {
  const drive = await driveIn(t)
  const asset = await untagged(t, drive.placeId)
  const entry = tagged({ placeId: drive.placeId, assetId: asset._id })
  const { body } = await sent(t, as, drive.id, entry)
  if (body.results?.[0]?.outcome !== 'done') throw new Error(JSON.stringify(body))
  return { ...drive, asset, associationId: entry.id }
}
