import { type Asset, assets } from '@ats/contract/assets/assets.ts'
import { counting, type ExpectedAsset } from '@ats/contract/inventories/counting.ts'
import { sightings } from '@ats/contract/sightings.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#kernel/http/call.ts'
import { fetchOrKept, type Known } from '../outbox/kept.ts'
import { tagOf } from '../outbox/tags-in-text.ts'

const mostLeft = 50_000

export type SoughtAsset = Pick<Asset, 'assetName' | 'assetTagId'> & {
  tag: string | null
  place: string
  /** Where and when a fixed reader saw it last. */
  seen: { place: string | null; at: string } | null
}

const placeOf = ({ city, mm, property, aou, room }: Asset) =>
  [city, mm, property, aou, room].filter(Boolean).join(' › ')

async function fetchSought(id: string, signal: AbortSignal): Promise<SoughtAsset> {
  const params = { id }
  const [asset, { lastSeen }] = await Promise.all([
    call(assets.get, { params }, { signal }),
    call(sightings.lastSeen, { params }, { signal }),
  ])
  const { assetName, assetTagId, rfidTag } = asset
  return {
    ...{ assetName, assetTagId, tag: rfidTag === null ? null : tagOf(rfidTag), place: placeOf(asset) },
    seen: lastSeen && { place: lastSeen.placeNames?.join(' › ') ?? null, at: lastSeen.seenAt },
  }
}

/** A person who counts blind gets only what the server shows now, and nothing that the device kept before. */
export const soughtAsset = (userId: string, id: string, isBlind: boolean) =>
  queryOptions({
    queryKey: ['counting', userId, 'find', id, isBlind],
    meta: { live: [] },
    staleTime: 0,
    queryFn: async ({ signal }): Promise<Known<SoughtAsset>> => {
      const fetch = () => fetchSought(id, signal)
      return isBlind ? { value: await fetch(), at: null } : fetchOrKept(userId, `sought-${id}`, fetch)
    },
  })

/** The expected assets that nobody has found yet. */
export const leftIn = (userId: string, inventoryId: string) =>
  queryOptions({
    queryKey: ['counting', userId, inventoryId, 'left'],
    meta: { live: [] },
    staleTime: 0,
    queryFn: ({ signal }) =>
      fetchOrKept(userId, `left ${inventoryId}`, async () => {
        const left: ExpectedAsset[] = []
        for (let after: string | null | undefined; after !== null && left.length < mostLeft; ) {
          const query = { size: 5_000, left: 'true' as const, ...(after && { after }) }
          const page = await call(counting.expected, { params: { id: inventoryId }, query }, { signal })
          left.push(...page.expected)
          after = page.next
        }
        return left
      }),
  })
