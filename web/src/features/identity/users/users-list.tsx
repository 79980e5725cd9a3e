import { IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { BulkJobsButton } from '#features/bulk-jobs/bulk-jobs.ts'
import { ExportButton } from '#features/exports/exports.tsx'
import { useCity, useScope } from '#kernel/address/location.ts'
import { useUrlState } from '#kernel/address/url-state.ts'
import { isForbidden } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { Loading } from '#ui/page/loading.tsx'
import { Page } from '#ui/page/page.tsx'
import { ChoiceFilter } from '#ui/table/choice-filter.tsx'
import type { Filter, FilterInput } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { ButtonLink } from '#ui/text/link.tsx'
import { pendingRequests, type UserListFilter, userList, userListFilter } from './user-queries.ts'
import { statusChoices } from './user-status.tsx'
import { AccessRequests } from './users-access-requests.tsx'
import { userColumns } from './users-columns.tsx'

const userFilters: Filter<keyof UserListFilter>[] = [
  { name: 'status', label: m.users_status, Input: StatusFilter, Value: StatusName },
]

export function UserList() {
  const list = useUrlState(userListFilter)
  const [filter] = list
  const city = useCity()
  const scope = useScope()
  const query = useQuery(userList(filter, scope))
  // The list stays where it is: it comes once the requests above it are known.
  const { isLoading } = useQuery(pendingRequests)
  return (
    <Page
      crumbs={[m.crumb_admin_role_listing(), m.crumb_user_list()]}
      actions={
        <>
          <BulkJobsButton />
          <ButtonLink
            to="/dashboard/$location/users/create-user"
            params={{ location: city }}
            leftSection={<IconUserPlus size={16} aria-hidden="true" />}
          >
            {m.users_add()}
          </ButtonLink>
        </>
      }
    >
      <AccessRequests />
      {isLoading ? (
        <Loading />
      ) : (
        <DataTable
          name="users"
          label={m.users_title()}
          query={query}
          columns={userColumns}
          rowId={(user) => user._id}
          list={list}
          options={{
            search: m.users_search(),
            exporting: (shown) => (
              <ExportButton list="users" filter={{ ...filter, ...scope }} shown={shown} />
            ),
            failed: (error) => (isForbidden(error) ? m.users_forbidden() : m.users_fetch_failed()),
            filters: userFilters,
          }}
        />
      )}
    </Page>
  )
}

function StatusFilter(props: FilterInput) {
  return <ChoiceFilter {...props} any={m.users_status_any()} choices={statusChoices()} />
}

function StatusName({ value }: { value: string }) {
  return statusChoices().find((choice) => choice.value === value)?.label ?? value
}
