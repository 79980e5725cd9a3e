import type { MessageCode } from '@ats/contract/problems.ts'
import { mostTaggingEntries } from '@ats/contract/tagging/limits.ts'
import type { TaggingEntry, TaggingResult } from '@ats/contract/tagging/work.ts'
import { answered, type Stores, transact } from './database.ts'
import { tellChange } from './outbox-changes.ts'

type Refused = {
  message: string
  code?: MessageCode | undefined
  params?: Record<string, string | number> | undefined
}

/** What a person did in a tagging drive. `sent` stays until the list of assets is fetched again. */
export type KeptEntry = {
  id: string
  userId: string
  driveId: string
  entry: TaggingEntry
  /** The asset as people know it. */
  label: string
  /** A photo of the asset, which is sent after the entry. */
  photo?: Blob
  at: number
  sent?: true
  refused?: Refused
}

const all = (store: Stores) => answered<KeptEntry[]>(store('entries').getAll())
const isWaiting = ({ sent, refused }: KeptEntry) => sent === undefined && refused === undefined

/** Stores an entry before the person hears that it is saved. */
export async function addEntry(kept: KeptEntry) {
  await transact(['entries'], 'readwrite', (store) => answered(store('entries').put(kept)))
  tellChange()
}

/** The entries of a person in a drive, the oldest first. */
export async function entriesIn(userId: string, driveId: string): Promise<KeptEntry[]> {
  const stored = await transact(['entries'], 'readonly', all)
  return stored.filter((one) => one.userId === userId && one.driveId === driveId).sort((a, b) => a.at - b.at)
}

/** How much of a person waits to be sent; a photo counts too. */
export const countEntries = async (store: Stores, userId: string) =>
  (await all(store)).filter((one) => one.userId === userId && (isWaiting(one) || hasPhotoToSend(one))).length

const hasPhotoToSend = ({ sent, photo, refused }: KeptEntry) =>
  sent === true && photo !== undefined && refused === undefined

/** The next entries of one drive, in the order in which they were made. */
export async function nextEntries(userId: string): Promise<KeptEntry[]> {
  const waiting = (await transact(['entries'], 'readonly', all))
    .filter((one) => one.userId === userId && isWaiting(one))
    .sort((a, b) => a.at - b.at)
  return waiting.filter(({ driveId }) => driveId === waiting[0]?.driveId).slice(0, mostTaggingEntries)
}

export async function nextPhoto(userId: string): Promise<KeptEntry | undefined> {
  const stored = await transact(['entries'], 'readonly', all)
  return stored.find((one) => one.userId === userId && hasPhotoToSend(one))
}

const replace = async (entries: KeptEntry[]) => {
  await transact(['entries'], 'readwrite', async (store) => {
    for (const one of entries) store('entries').put(one)
  })
  tellChange()
}

/** Each entry with its own outcome. A rejected one stays until the person has seen it. */
export const settle = (part: KeptEntry[], results: readonly TaggingResult[]) =>
  replace(
    part.flatMap((kept) => {
      const result = results.find(({ id }) => id === kept.id)
      if (result === undefined) return []
      if (result.outcome === 'failed') return { ...kept, refused: refusedBy(result) }
      const entry = kept.entry.kind === 'tagged' ? { ...kept.entry, assetId: result.assetId } : kept.entry
      return { ...kept, entry, sent: true as const }
    }),
  )

const refusedBy = ({ code, message, params }: Refused): Refused => ({ code, message, params })

export const refuse = (kept: KeptEntry, { message }: Error) => replace([{ ...kept, refused: { message } }])

export async function photoIsSent({ photo: _photo, ...kept }: KeptEntry) {
  await replace([kept])
}

export async function removeEntry(id: string) {
  await transact(['entries'], 'readwrite', (store) => answered(store('entries').delete(id)))
  tellChange()
}

/** The list of assets is newer than these, so it contains them. */
export const forgetSent = (userId: string, driveId: string, before: number) =>
  transact(['entries'], 'readwrite', async (store) => {
    for (const one of await all(store))
      if (one.userId === userId && one.driveId === driveId && one.sent && !one.photo && one.at < before)
        store('entries').delete(one.id)
  })
