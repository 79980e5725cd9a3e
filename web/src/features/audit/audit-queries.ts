import { audit, auditFilter } from '@ats/contract/audit.ts'
import { users } from '@ats/contract/identity/users.ts'
import { recordKinds } from '@ats/contract/record-kinds.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '#kernel/call.ts'
import { pageOf } from '#kernel/page-of.ts'
import { tableSize } from '#kernel/url-state.ts'

export const auditLogFilter = auditFilter.omit({ location: true }).extend(tableSize)
export type AuditLogFilter = z.output<typeof auditLogFilter>

export const auditLines = (filter: AuditLogFilter, scope: { location?: string }) =>
  queryOptions({
    queryKey: ['audit', 'list', filter, scope],
    meta: { live: recordKinds, rows: 'events' },
    queryFn: ({ signal }) => call(audit.list, { query: { ...filter, ...scope } }, { signal }),
    select: pageOf('events'),
    placeholderData: keepPreviousData,
  })

/** One line by its number, for an address that names it; nothing that happens changes it. */
export const auditLine = (id: number) =>
  queryOptions({
    queryKey: ['audit', 'one', id],
    meta: { live: [] },
    queryFn: ({ signal }) => call(audit.get, { params: { id: String(id) } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

const mostOffered = 8

/** Under the keys of users, so that a changed name shows here, too. */
export const peopleNamed = (search: string) =>
  queryOptions({
    queryKey: ['users', 'named', search],
    meta: { live: ['user'] },
    queryFn: async ({ signal }) =>
      (await call(users.list, { query: { search, size: mostOffered } }, { signal })).users,
    placeholderData: keepPreviousData,
  })

export const personById = (id: string) =>
  queryOptions({
    queryKey: ['users', 'one', id],
    meta: { live: ['user', 'role'] },
    queryFn: ({ signal }) => call(users.get, { params: { id } }, { signal }),
    enabled: id !== '',
  })
