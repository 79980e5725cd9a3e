import { audit, auditFilter } from '@ats/contract/audit.ts'
import { users } from '@ats/contract/identity/users.ts'
import { securityFeed, securityFilter } from '@ats/contract/security-feed.ts'
import type { z } from 'zod'
import { tableSize } from '#kernel/address/url-state.ts'
import { listQuery, query } from '#kernel/http/query.ts'

export const auditLogFilter = auditFilter.omit({ location: true }).extend(tableSize)
export type AuditLogFilter = z.output<typeof auditLogFilter>

export const auditLines = (filter: AuditLogFilter, scope: { location?: string }) =>
  listQuery(audit.list, { query: { ...filter, ...scope } })

export const securityLogFilter = securityFilter.extend(tableSize)
export type SecurityLogFilter = z.output<typeof securityLogFilter>

export const securityEntries = (filter: SecurityLogFilter) => listQuery(securityFeed.list, { query: filter })

/** A single entry by its number; entries never change. */
export const auditLine = (id: number) =>
  query(audit.get, { params: { id: String(id) } }, { staleTime: Number.POSITIVE_INFINITY })

const mostOffered = 8

export const peopleNamed = (search: string) =>
  query(
    users.list,
    { query: { search, size: mostOffered } },
    { reads: ['user'], select: (reply) => reply.users },
  )

export const personById = (id: string) => query(users.get, { params: { id } }, { enabled: id !== '' })
