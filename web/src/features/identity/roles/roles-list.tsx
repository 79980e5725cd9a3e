import { type Role, roleFilter } from '@ats/contract/identity/roles.ts'
import { Alert } from '@mantine/core'
import { IconInfoCircle, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ExportButton } from '#features/exports/exports.tsx'
import { useCity } from '#kernel/address/location.ts'
import { tableSize, useUrlState } from '#kernel/address/url-state.ts'
import { isForbidden } from '#kernel/http/api-error.ts'
import { pageLocally } from '#kernel/http/page-of.ts'
import { useSession } from '#kernel/session/session.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { Page } from '#ui/page/page.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { CopyId } from '#ui/text/copy-id.tsx'
import { ButtonLink } from '#ui/text/link.tsx'
import { PermissionBadges, RoleName } from './role-permissions.tsx'
import { roleList } from './role-queries.ts'
import { whyNoRoles } from './role-rules.ts'
import { RoleActions } from './roles-list-actions.tsx'

const filter = roleFilter.extend(tableSize)

const reading = {
  search: (role: Role) => [String(role.number), role.name],
  sort: { name: (role: Role) => role.name, users: (role: Role) => role.users },
}

const columns: Column<Role>[] = [
  { id: 'id', header: m.roles_id, cell: (role) => <CopyId id={role.id} text={String(role.number)} /> },
  {
    id: 'name',
    header: m.roles_name,
    cell: (role) => <RoleName role={role} />,
    sort: 'name',
    hidden: 'never',
    card: 'title',
  },
  { id: 'permissions', header: m.roles_permissions, cell: (role) => <PermissionBadges role={role} /> },
  {
    id: 'users',
    header: m.roles_users,
    cell: (role) => formatNumber(role.users),
    sort: 'users',
    align: 'end',
  },
  { id: 'edit', header: m.common_edit, cell: (role) => <RoleActions role={role} />, card: 'actions' },
]

export function RolesList() {
  const list = useUrlState(filter)
  const city = useCity()
  const reason = whyNoRoles(useSession()?.user)
  const query = useQuery({ ...roleList, select: ({ roles }) => pageLocally(roles, list[0], reading) })
  return (
    <Page
      crumbs={[m.crumb_admin_role_listing(), m.roles_title()]}
      actions={
        reason === undefined && (
          <ButtonLink
            to="/dashboard/$location/add-role"
            params={{ location: city }}
            leftSection={<IconPlus size={16} aria-hidden="true" />}
          >
            {m.roles_new_title()}
          </ButtonLink>
        )
      }
    >
      {reason !== undefined && <Alert icon={<IconInfoCircle aria-hidden="true" />}>{reason}</Alert>}
      <DataTable
        name="roles"
        label={m.roles_title()}
        query={query}
        columns={columns}
        rowId={(role) => role.id}
        list={list}
        options={{
          search: m.roles_search(),
          exporting: (shown) => <ExportButton list="roles" filter={list[0]} shown={shown} />,
          failed: (error) => (isForbidden(error) ? m.users_forbidden() : m.roles_fetch_failed()),
        }}
      />
    </Page>
  )
}
