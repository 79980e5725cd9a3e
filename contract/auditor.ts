import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { location } from './paging.ts'

/** What auditors of assets usually ask, in their order. */
export const auditQuestionNames = [
  'register-complete',
  'programme-documented',
  'frequency-kept',
  'discrepancies-identified',
  'resolved-with-evidence',
  'log-intact',
] as const
export type AuditQuestionName = (typeof auditQuestionNames)[number]

/** Rows of each question: the lists and files have all of them. */
export const mostAuditRows = 10

export const auditQuestion = z.object({
  question: z.enum(auditQuestionNames),
  figure: z.number().int(),
  of: z.number().int().nullable().describe('What the figure is a part of; null: of nothing.'),
  rows: z.array(
    z.object({
      _id: z.string(),
      name: z.string().describe('A path of places, the number of an inventory or that of a seal.'),
      detail: z.string().nullable(),
      figure: z.number().int().nullable(),
      at: z.string().nullable(),
      inventoryId: z.uuid().nullable(),
    }),
  ),
})
export type AuditQuestion = z.infer<typeof auditQuestion>

export const auditor = {
  questions: endpoint({
    method: 'GET',
    path: '/api/v1/auditor/questions',
    permission: 'reports',
    reads: ['asset', 'inventory'],
    summary: 'What auditors usually ask about the places within scope, each with a figure and its first rows',
    query: z.object({ location: location.optional() }),
    reply: z.object({
      since: z.string().describe('Inventories that were approved from this day on count.'),
      questions: z.array(auditQuestion),
    }),
  }),
}
