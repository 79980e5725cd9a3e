import { useQuery } from '@tanstack/react-query'
import { useUrlState } from '#kernel/address/url-state.ts'
import { isForbidden } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { Page } from '#ui/page/page.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { securityEntries, securityLogFilter } from './audit-queries.ts'
import { securityColumns } from './security-columns.tsx'
import { securityFilters } from './security-filters.tsx'

/** Sign-ins, failed attempts and changes of access. */
export function SecurityLog() {
  const list = useUrlState(securityLogFilter)
  const query = useQuery(securityEntries(list[0]))
  return (
    <Page crumbs={[m.crumb_admin_role_listing(), m.security_title()]}>
      <DataTable
        name="security"
        label={m.security_title()}
        query={query}
        columns={securityColumns}
        rowId={(entry) => String(entry.id)}
        list={list}
        options={{
          failed: (error) => (isForbidden(error) ? m.users_forbidden() : m.security_failed()),
          filters: securityFilters,
        }}
      />
    </Page>
  )
}
