import { Alert } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useCity } from '#kernel/address/location.ts'
import { useSession } from '#kernel/session/session.ts'
import { m } from '#texts'
import { Page } from '#ui/page/page.tsx'
import { ButtonLink } from '#ui/text/link.tsx'
import { RoleForm } from './role-form.tsx'
import { whyNoRoles } from './role-rules.ts'

export function AddRole() {
  const reason = whyNoRoles(useSession()?.user)
  const city = useCity()
  const title = m.roles_new_title()
  if (reason === undefined) return <RoleForm title={title} />
  return (
    <Page title={title} crumbs={[m.crumb_admin_role_listing(), title]}>
      <Alert icon={<IconInfoCircle aria-hidden="true" />}>{reason}</Alert>
      <div>
        <ButtonLink to="/dashboard/$location/view-roles" params={{ location: city }} variant="default">
          {m.roles_back()}
        </ButtonLink>
      </div>
    </Page>
  )
}
