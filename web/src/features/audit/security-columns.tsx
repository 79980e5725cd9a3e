import type { SecurityEntry, SecurityFilter } from '@ats/contract/security-feed.ts'
import { everywhere } from '#kernel/address/location.ts'
import { useMayOpen } from '#kernel/address/screen.ts'
import type { UrlSearch } from '#kernel/address/url-search.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import type { ColumnOf } from '#ui/table/column.ts'
import { Cut } from '#ui/text/cell.tsx'
import { CopyId } from '#ui/text/copy-id.tsx'
import { AnchorLink } from '#ui/text/link.tsx'
import { Moment } from '#ui/text/moment.tsx'
import { securityDetail, securityKindName } from './security-texts.ts'

const userScreen = '/dashboard/$location/users/$id'
const programsScreen = '/dashboard/$location/programs'
const logScreen = '/dashboard/$location/audit-log'

/** The person as a link, or what is known of an account that does not exist. */
function Person({ entry: { kind, personId, person, isProgram, account } }: { entry: SecurityEntry }) {
  const screen = isProgram ? programsScreen : userScreen
  const mayOpen = useMayOpen()(screen)
  if (personId === null)
    return account === null ? m.common_not_given() : m.security_unknown_account({ mark: account })
  const name = person ?? m.audit_person_deleted()
  if (!mayOpen || person === null || kind === 'user-deleted') return name
  const link = isProgram
    ? { to: screen, params: { location: everywhere }, search: { search: person } }
    : { to: screen, params: { location: everywhere, id: personId } }
  return (
    <AnchorLink {...(link as unknown as { to: '/' })} inherit>
      {name}
    </AnchorLink>
  )
}

/** A click shows everything from the same network. */
function Network({ entry: { network, address } }: { entry: SecurityEntry }) {
  if (network === null) return m.common_not_given()
  const search = (before: UrlSearch) => {
    const { cursor: _, ...rest } = before
    return { ...rest, network }
  }
  const link = { to: '.', search, resetScroll: false }
  return (
    <AnchorLink
      {...(link as unknown as { to: '/' })}
      inherit
      aria-label={m.security_only_network({ address: address ?? network })}
    >
      {address ?? network}
    </AnchorLink>
  )
}

/** The request or the reason; for a change, the entry of the audit log with the values before and after. */
function Detail({ entry }: { entry: SecurityEntry }) {
  const text = securityDetail(entry)
  const mayLook = useMayOpen()(logScreen)
  if (entry.auditId === null || !mayLook)
    return text === '' ? m.common_not_given() : <Cut text={text} as="sentence" />
  const search = { line: String(entry.auditId) }
  const link = { to: logScreen, params: { location: everywhere }, search }
  return (
    <AnchorLink {...(link as unknown as { to: '/' })} inherit>
      {text === '' ? m.audit_changes() : text}
    </AnchorLink>
  )
}

export const securityColumns: ColumnOf<SecurityEntry, SecurityFilter['sort'], never>[] = [
  { id: 'at', header: m.audit_time, cell: (entry) => <Moment at={entry.at} />, sort: 'at' },
  {
    id: 'kind',
    header: m.security_event,
    cell: ({ kind }) => securityKindName(kind),
    hidden: 'never',
    card: 'title',
  },
  {
    id: 'count',
    header: m.security_count,
    hint: m.security_count_hint,
    cell: ({ count }) => formatNumber(count),
    align: 'end',
  },
  { id: 'person', header: m.audit_person, cell: (entry) => <Person entry={entry} /> },
  { id: 'by', header: m.security_by, cell: ({ by }) => by ?? m.common_not_given() },
  { id: 'network', header: m.security_address, cell: (entry) => <Network entry={entry} /> },
  { id: 'detail', header: m.security_detail, cell: (entry) => <Detail entry={entry} /> },
  {
    id: 'userAgent',
    header: m.security_user_agent,
    cell: ({ userAgent }) =>
      userAgent === null ? m.common_not_given() : <Cut text={userAgent} as="sentence" />,
    hidden: 'at-first',
  },
  {
    id: 'requestId',
    header: m.audit_request_id,
    cell: ({ requestId }) =>
      requestId === null ? m.common_not_given() : <CopyId id={requestId} text={m.common_copy()} />,
    hidden: 'at-first',
  },
]
