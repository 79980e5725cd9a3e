import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id } from '../id.ts'
import { rfidTag, savedAsset } from './assets.ts'

const byId = z.object({ id })
const tagGiven = z.object({ rfidTag })

export const assetTag = z.object({
  rfidTag: z.string(),
  epc: z.string().nullable(),
  attachedAt: z.string(),
  attachedBy: z.string().nullable(),
  detachedAt: z.string().nullable(),
  ending: z.enum(['replaced', 'lost', 'deleted']).nullable(),
})
export type AssetTag = z.infer<typeof assetTag>

export const assetTags = {
  replace: endpoint({
    method: 'POST',
    path: '/api/v1/assets/:id/tag',
    permission: 'manage-asset',
    writes: ['asset', 'unknown-tag', 'inventory'],
    summary: 'Attach a tag; one that is on the asset is replaced',
    params: byId,
    body: tagGiven,
    reply: savedAsset,
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/v1/assets/:id/tag/confirm',
    permission: 'manage-asset',
    writes: ['asset'],
    summary: "Confirm that the asset's expected tag is on it, by the tag that was read",
    params: byId,
    body: tagGiven,
    reply: savedAsset,
  }),
  lose: endpoint({
    method: 'POST',
    path: '/api/v1/assets/:id/tag/lost',
    permission: 'manage-asset',
    writes: ['asset'],
    summary: "Mark the asset's tag as lost",
    params: byId,
    reply: savedAsset,
  }),
}
