import type { RecordAction } from '@ats/contract/record-kinds.ts'
import type { SecurityKind } from '@ats/contract/security-feed.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

type Source = { action: RecordAction; kind: SecurityKind; when?: RawBuilder<SqlBool> }

const changes = (...fields: string[]) =>
  sql<SqlBool>`events.after ?| array[${sql.join(fields.map((field) => sql.lit(field)))}]`
const status = (value: string) => sql<SqlBool>`events.after ->> 'status' = ${sql.lit(value)}`

/**
 * Entries of the ledger that belong to the security feed; the feed reads them there. An entry that changes
 * several things has the first kind that fits. Sign-ins are noted by the recorder, with their address.
 */
const sources: readonly Source[] = [
  { action: 'user.created', kind: 'user-created' },
  { action: 'user.deleted', kind: 'user-deleted' },
  { action: 'user.password-changed', kind: 'password-changed' },
  { action: 'user.changed', kind: 'user-disabled', when: status('disabled') },
  { action: 'user.changed', kind: 'user-enabled', when: status('active') },
  { action: 'user.changed', kind: 'role-changed', when: changes('role') },
  { action: 'user.changed', kind: 'places-changed', when: changes('places', 'location') },
  { action: 'user.changed', kind: 'email-changed', when: changes('email') },
  { action: 'user.session-ended-by-administrator', kind: 'session-ended-by-administrator' },
  { action: 'user.all-sessions-ended-by-administrator', kind: 'session-ended-by-administrator' },
  { action: 'user.second-factor-reset', kind: 'second-factor-reset' },
  { action: 'program.created', kind: 'key-created' },
  { action: 'program.changed', kind: 'key-changed' },
  { action: 'program.key-replaced', kind: 'key-changed' },
  { action: 'program.revoked', kind: 'key-revoked' },
  { action: 'directory.added', kind: 'mapping-changed' },
  { action: 'directory.changed', kind: 'mapping-changed' },
  { action: 'directory.removed', kind: 'mapping-changed' },
  { action: 'directory.mapping-added', kind: 'mapping-changed' },
  { action: 'directory.mapping-changed', kind: 'mapping-changed' },
  { action: 'directory.mapping-removed', kind: 'mapping-changed' },
  { action: 'directory.mapping-confirmed', kind: 'mapping-changed' },
  { action: 'role.created', kind: 'permissions-changed' },
  { action: 'role.changed', kind: 'permissions-changed' },
  { action: 'role.deleted', kind: 'permissions-changed' },
]

export const ledgerActions: readonly RecordAction[] = [...new Set(sources.map(({ action }) => action))]

/** The actions of the ledger that can be entries of a kind. */
export const actionsOfKind = (kind: SecurityKind | undefined): readonly RecordAction[] =>
  kind === undefined
    ? ledgerActions
    : [...new Set(sources.filter((source) => source.kind === kind).map(({ action }) => action))]

/** The kind of an entry of the ledger; null if it does not belong to the feed. */
export const kindOfEntry = sql<SecurityKind | null>`case ${sql.join(
  sources.map(
    ({ action, kind, when = sql`true` }) =>
      sql`when events.action = ${sql.lit(action)} and ${when} then ${sql.lit(kind)}`,
  ),
  sql` `,
)} end`
