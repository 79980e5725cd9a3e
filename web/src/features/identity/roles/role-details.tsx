import type { Role } from '@ats/contract/identity/roles.ts'
import { Alert, Paper } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useCity } from '#kernel/address/location.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { Page } from '#ui/page/page.tsx'
import { CopyId } from '#ui/text/copy-id.tsx'
import { ButtonLink } from '#ui/text/link.tsx'
import { useRoleCrumbs } from './role-crumbs.ts'
import classes from './role-details.module.css'
import { PermissionBadges, RoleName } from './role-permissions.tsx'

/** A role that the person may read but not change, with the reason. */
export function RoleDetails({ role, reason }: { role: Role; reason: string }) {
  const city = useCity()
  return (
    <Page title={m.roles_one_title()} crumbs={useRoleCrumbs(m.roles_one_title())}>
      <Alert icon={<IconInfoCircle aria-hidden="true" />} className={classes.sheet ?? ''}>
        {reason}
      </Alert>
      <Paper withBorder p={{ base: 'md', sm: 'xl' }} className={`${classes.sheet} ${classes.paper}`}>
        <dl className={classes.facts}>
          <dt>{m.roles_name()}</dt>
          <dd>
            <RoleName role={role} />
          </dd>
          <dt>{m.roles_id()}</dt>
          <dd>
            <CopyId id={role.id} text={String(role.number)} />
          </dd>
          <dt>{m.roles_permissions()}</dt>
          <dd>
            <PermissionBadges role={role} />
            {role.everywhere && <p>{m.roles_everywhere_hint()}</p>}
          </dd>
          <dt>{m.roles_second_factor()}</dt>
          <dd>{role.secondFactorRequired ? m.common_yes() : m.common_no()}</dd>
          <dt>{m.roles_users()}</dt>
          <dd>{formatNumber(role.users)}</dd>
        </dl>
      </Paper>
      <div>
        <ButtonLink to="/dashboard/$location/view-roles" params={{ location: city }} variant="default">
          {m.roles_back()}
        </ButtonLink>
      </div>
    </Page>
  )
}
