import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { location } from './paging.ts'

export const dashboardCounts = z.object({
  assets: z.number().int(),
  mm: z.number().int(),
  properties: z.number().int(),
  deletedAssets: z.number().int(),
  users: z.number().int(),
})
export type DashboardCounts = z.infer<typeof dashboardCounts>

export const dashboard = {
  counts: endpoint({
    method: 'GET',
    path: '/dashboard/counts',
    permission: 'signed-in',
    summary: 'What the dashboard cards show, within scope',
    query: z.object({ location: location.optional() }),
    reply: dashboardCounts,
  }),
}
