import { type ListedDrive, type TaggingRoom, taggingDrives } from '@ats/contract/tagging/tagging.ts'
import { type AssetToTag, tagging } from '@ats/contract/tagging/work.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#kernel/http/call.ts'
import { forgetSent } from '../outbox/entries.ts'
import { fetchOrKept } from '../outbox/kept.ts'

/** What a phone can store and search without delay. */
const mostRooms = 5_000
const mostAssets = 50_000

/** The drives in which the person tags. */
export const drivesToTag = (userId: string) =>
  queryOptions({
    queryKey: ['counting', userId, 'drives'],
    meta: { live: [] },
    staleTime: 0,
    queryFn: ({ signal }) =>
      fetchOrKept(userId, 'drives', async (): Promise<ListedDrive[]> => {
        const query = { status: 'open', size: 200 } as const
        const { drives } = await call(taggingDrives.list, { query }, { signal })
        return drives.filter(({ works }) => works)
      }),
  })

export const roomsOfDrive = (userId: string, driveId: string) =>
  queryOptions({
    queryKey: ['counting', userId, driveId, 'drive-rooms'],
    meta: { live: [] },
    staleTime: 0,
    queryFn: ({ signal }) =>
      fetchOrKept(userId, `drive-rooms-${driveId}`, async () => {
        const rooms: TaggingRoom[] = []
        for (let cursor: string | null | undefined; cursor !== null && rooms.length < mostRooms; ) {
          const query = { size: 500, ...(cursor && { cursor }) }
          const page = await call(taggingDrives.rooms, { params: { id: driveId }, query }, { signal })
          rooms.push(...page.rooms)
          cursor = page.next
        }
        return rooms
      }),
  })

export const assetsOfDrive = (userId: string, driveId: string) =>
  queryOptions({
    queryKey: ['counting', userId, driveId, 'drive-assets'],
    meta: { live: [] },
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const begun = Date.now()
      const known = await fetchOrKept(userId, `drive-assets-${driveId}`, () => fetchAssets(driveId, signal))
      if (known.at === null) await forgetSent(userId, driveId, begun).catch(() => undefined)
      return known
    },
  })

async function fetchAssets(id: string, signal: AbortSignal): Promise<AssetToTag[]> {
  const assets: AssetToTag[] = []
  for (let after: string | null | undefined; after !== null && assets.length < mostAssets; ) {
    const query = { size: 5_000, ...(after && { after }) }
    const page = await call(tagging.assets, { params: { id }, query }, { signal })
    assets.push(...page.assets)
    after = page.next
  }
  return assets
}
