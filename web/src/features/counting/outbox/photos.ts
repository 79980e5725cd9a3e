import { answered, transact } from './database.ts'
import type { CountedRoom, KeptSighting } from './records.ts'

/** What this device remembers of a photo after the server has it. */
export type Photo = Pick<KeptSighting, 'sightingId' | 'at' | 'label' | 'note'>
type Kept = { userId: string; name: string; value: Photo[]; at: number }

/** Named as everything else that is kept of an inventory, so that it is forgotten with it. */
const keyOf = ({ userId, inventoryId, placeId }: CountedRoom): [string, string] => [
  userId,
  `photos ${inventoryId} ${placeId}`,
]

export const photosIn = (room: CountedRoom): Promise<Photo[]> =>
  transact(['kept'], 'readonly', async (store) => {
    const kept = await answered<Kept | undefined>(store('kept').get(keyOf(room)))
    return kept?.value ?? []
  }).catch(() => [])

/** A full disk remembers none; the photo itself waits in memory. */
export const notePhoto = (room: CountedRoom, { sightingId, at, label, note }: Photo) =>
  transact(['kept'], 'readwrite', async (store) => {
    const [userId, name] = keyOf(room)
    const before = await answered<Kept | undefined>(store('kept').get([userId, name]))
    const value = [...(before?.value ?? []), { sightingId, at, label, note }]
    store('kept').put({ userId, name, value, at } satisfies Kept)
  }).catch(() => undefined)
