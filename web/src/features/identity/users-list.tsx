import { users } from '@ats/contract/identity/users.ts'
import { Button, NativeSelect } from '@mantine/core'
import { IconDownload, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isForbidden, messageOf } from '#kernel/api-error.ts'
import { download } from '#kernel/download.ts'
import { useCity, useScope } from '#kernel/location.ts'
import { useUrlState } from '#kernel/url-state.ts'
import { m } from '#texts'
import { ButtonLink } from '#ui/link.tsx'
import { Page } from '#ui/page.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { toast } from '#ui/toast.tsx'
import { type UserListFilter, userList, userListFilter } from './user-queries.ts'
import { statusChoices } from './user-status.tsx'
import { AccessRequests } from './users-access-requests.tsx'
import { userColumns } from './users-columns.tsx'

export function UserList() {
  const list = useUrlState(userListFilter)
  const [filter, setFilter] = list
  const city = useCity()
  const query = useQuery(userList(filter, useScope()))
  return (
    <Page
      title={m.users_title()}
      crumbs={[m.crumb_admin_role_listing(), m.crumb_user_list()]}
      actions={
        <>
          <ExportButton filter={filter} />
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
      <DataTable
        name="users"
        label={m.users_title()}
        query={query}
        columns={userColumns}
        rowId={(user) => user._id}
        list={list}
        options={{
          search: m.users_search(),
          failed: (error) => (isForbidden(error) ? m.users_forbidden() : m.users_fetch_failed()),
          toolbar: (
            <NativeSelect
              aria-label={m.users_status()}
              data={[{ value: '', label: m.users_status_any() }, ...statusChoices()]}
              value={filter.status ?? ''}
              onChange={({ currentTarget: { value } }) =>
                setFilter({ status: (value || undefined) as UserListFilter['status'] })
              }
            />
          ),
        }}
      />
    </Page>
  )
}

/** The whole list as it is filtered now, not only the page that is shown. */
function ExportButton({ filter: { cursor: _, size: __, ...chosen } }: { filter: UserListFilter }) {
  const scope = useScope()
  const [exporting, setExporting] = useState(false)
  const save = async () => {
    if (exporting) return
    setExporting(true)
    try {
      await download(users.exportCsv, { query: { ...chosen, ...scope } }, 'users.csv')
    } catch (error) {
      toast.failure(m.users_export_failed(), messageOf(error, ''))
    } finally {
      setExporting(false)
    }
  }
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      aria-disabled={exporting}
      onClick={() => void save()}
    >
      {exporting ? m.users_exporting() : m.common_export()}
    </Button>
  )
}
