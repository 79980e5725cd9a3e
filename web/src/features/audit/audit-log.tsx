import { useQuery } from '@tanstack/react-query'
import { ExportButton } from '#features/exports/exports.tsx'
import { useScope } from '#kernel/address/location.ts'
import { useUrlState } from '#kernel/address/url-state.ts'
import { isForbidden } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { useFetchLater } from '#ui/lazy/fetch-later.ts'
import { lazyPart } from '#ui/lazy/part.tsx'
import { Page } from '#ui/page/page.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { Archived } from './archived.tsx'
import { auditColumns } from './audit-columns.tsx'
import { AboutRecord, auditFilters } from './audit-filters.tsx'
import { useLineAddress } from './audit-line-address.tsx'
import { auditLines, auditLogFilter } from './audit-queries.ts'

const loadPanel = async () => (await import('./audit-panel.tsx')).AuditPanel
const AuditPanel = lazyPart(loadPanel)

export function AuditLog() {
  const list = useUrlState(auditLogFilter)
  const [filter] = list
  const scope = useScope()
  const query = useQuery(auditLines(filter, scope))
  const line = useLineAddress()
  useFetchLater(loadPanel)
  return (
    <Page crumbs={[m.crumb_admin_role_listing(), m.audit_title()]}>
      <AboutRecord value={query.data?.rows.find(({ recordId }) => recordId === filter.recordId)}>
        <DataTable
          name="audit"
          label={m.audit_title()}
          query={query}
          columns={auditColumns}
          rowId={(line) => String(line.id)}
          list={list}
          options={{
            search: m.audit_search(),
            exporting: (shown) => (
              <ExportButton list="audit" filter={{ ...filter, ...scope }} shown={shown} />
            ),
            failed: (error) => (isForbidden(error) ? m.users_forbidden() : m.audit_failed()),
            filters: auditFilters,
          }}
        />
      </AboutRecord>
      <Archived of="events" />
      {line.id !== undefined && <AuditPanel id={line.id} onClose={line.close} />}
    </Page>
  )
}
