import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { location } from './paging.ts'
import { placeKinds } from './places.ts'

export const dashboardCounts = z.object({
  assets: z.number().int(),
  mm: z.number().int(),
  properties: z.number().int(),
  deletedAssets: z.number().int(),
  users: z.number().int(),
})
export type DashboardCounts = z.infer<typeof dashboardCounts>

/** Kinds of work that may be waiting for a person; each has its own screen. */
export const waitingKinds = [
  'inventories-to-count',
  'state-changes',
  'access-requests',
  'help-requests',
  'expected-tags',
] as const
export type WaitingKind = (typeof waitingKinds)[number]

export const dashboardOverview = z.object({
  waiting: z
    .array(
      z.object({
        what: z.enum(waitingKinds),
        count: z.number().int(),
        only: z.uuid().optional().describe('The inventory to count, if there is only one.'),
        more: z.literal(true).optional().describe('There are more than count.'),
      }),
    )
    .describe('What the caller is to count, to tag, and could decide or answer, without their own requests.'),
  states: z
    .array(z.object({ state: z.string(), assets: z.number().int() }))
    .nullable()
    .describe('Assets by state, the most first; null for who sees no assets.'),
  places: z
    .object({
      rows: z.array(
        z.object({ _id: z.uuid(), kind: z.enum(placeKinds), name: z.string(), assets: z.number().int() }),
      ),
      others: z.number().int().describe('Assets within scope that are in none of these.'),
    })
    .nullable()
    .describe('Assets by the topmost places within scope, or by those below where there is only one.'),
  activity: z
    .array(
      z.object({
        id: z.number().int(),
        at: z.string(),
        by: z.string().nullable(),
        byProgram: z.boolean(),
        action: z.string(),
        recordKind: z.string(),
        recordId: z.uuid(),
        readableId: z.string().nullable(),
        recordName: z.string().nullable(),
        userId: z.uuid().nullable().describe('The person in "by".'),
        day: z.string().describe('The day of "at", UTC, as the audit log filters by it.'),
        count: z.number().int().describe('Entries of this action by this person on this day.'),
        countIsExact: z.boolean().describe('False: there are more than count.'),
      }),
    )
    .describe(
      'The latest that happened to assets, requests and places the caller may know of. An entry stands for all of the same action, person and day.',
    ),
  inventories: z
    .object({
      from: z.string().describe('Approved inventories that were counted from this day on.'),
      approved: z.number().int(),
      expected: z.number().int(),
      found: z.number().int(),
      covered: z.number().int().describe('Assets that are in a place of one of them by now.'),
      assets: z.number().int(),
    })
    .nullable()
    .describe('What the inventories of the last year say; null for who reads no reports.'),
  overdue: z
    .number()
    .int()
    .nullable()
    .describe('Inventories that are due and not counted; null for who reads no reports.'),
  rentals: z
    .object({
      from: z.string(),
      to: z.string(),
      count: z.number().int(),
      isExact: z.boolean().describe('False: there are more than count.'),
    })
    .nullable()
    .describe('Rented assets that go back between two days; null for who reads no reports.'),
  readers: z
    .object({
      active: z.number().int(),
      silent: z.number().int(),
      lost: z.number().int(),
      deadLetters: z.number().int().describe('Messages of readers that wait for somebody.'),
      deadLettersIsExact: z.boolean().describe('False: there are more than deadLetters.'),
    })
    .nullable()
    .describe('Fixed readers by status; null for who does not manage assets, and where there are none.'),
})
export type DashboardOverview = z.infer<typeof dashboardOverview>

const inMonth = {
  from: z.string().describe("The first day of the month, in the installation's time zone."),
  to: z.string().describe('Its last day, or today.'),
}

/** Months are the last twelve, hours the last 24; the oldest comes first. */
export const dashboardTrends = z.object({
  assets: z
    .array(z.object({ ...inMonth, assets: z.number().int() }))
    .nullable()
    .describe(
      'Assets at the end of each month: those registered by then and not deleted, by where they are now. Null for who sees no assets.',
    ),
  inventories: z
    .array(
      z.object({
        ...inMonth,
        approved: z.number().int().describe('Approved inventories that were counted in this month.'),
        expected: z.number().int(),
        found: z.number().int(),
        covered: z.number().int().describe('Assets in places that were counted in the year before "to".'),
        assets: z.number().int(),
      }),
    )
    .nullable()
    .describe('Null for who reads no reports.'),
  requests: z
    .object({
      open: z.number().int(),
      months: z.array(
        z.object({
          ...inMonth,
          opened: z.number().int(),
          decided: z.number().int(),
          medianHours: z
            .number()
            .nullable()
            .describe('From the request to the decision; null: none was decided.'),
        }),
      ),
    })
    .nullable()
    .describe('State change requests within scope; null for who does not manage assets.'),
  reads: z
    .array(
      z.object({
        hour: z.string().describe('When the hour began.'),
        reads: z.number().int(),
        isExact: z.boolean().describe('False: there are more than reads.'),
      }),
    )
    .nullable()
    .describe('Reads of fixed readers; null for who does not manage assets, and where there are no readers.'),
})
export type DashboardTrends = z.infer<typeof dashboardTrends>

export const dashboard = {
  counts: endpoint({
    method: 'GET',
    path: '/dashboard/counts',
    permission: 'authenticated',
    reads: ['asset', 'place', 'user'],
    summary: 'What the dashboard cards show, within scope',
    query: z.object({ location: location.optional() }),
    reply: dashboardCounts,
  }),
  overview: endpoint({
    method: 'GET',
    path: '/api/v1/dashboard',
    permission: 'authenticated',
    reads: [
      'asset',
      'place',
      'asset-state',
      'state-change',
      'access-request',
      'help-request',
      'inventory',
      'reader',
    ],
    summary: 'What stands below the cards, as far as the caller may see it',
    query: z.object({ location: location.optional() }),
    reply: dashboardOverview,
  }),
  trends: endpoint({
    method: 'GET',
    path: '/api/v1/dashboard/trends',
    permission: 'authenticated',
    reads: ['asset', 'state-change', 'inventory'],
    summary: 'What the charts of the dashboard show, as far as the caller may see it',
    query: z.object({ location: location.optional() }),
    reply: dashboardTrends,
  }),
}
