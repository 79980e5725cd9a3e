import type { ShownUser } from '@ats/contract/identity/users.ts'
import { Alert, Paper, Stack } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { shownName } from '#kernel/words/seeded-names.ts'
import { m } from '#texts'
import { Page } from '#ui/page/page.tsx'
import { useUserCrumbs } from './user-crumbs.ts'
import classes from './user-details.module.css'
import { UserHead } from './user-head.tsx'
import { UserStatus } from './user-status.tsx'

/** A user whom the person may not change: read-only. */
export function UserDetails({ user }: { user: ShownUser }) {
  const none = m.common_not_given()
  const facts = [
    [m.users_name(), user.name],
    [m.users_lastname(), user.lastname || none],
    [m.users_email(), user.email],
    [m.users_job_title(), user.jobTitle || none],
    [m.users_role(), shownName(user.roleName)],
    [m.users_location(), user.locationName ?? none],
    [m.users_places(), user.places.map(({ path }) => path).join(', ') || none],
  ]
  return (
    <Page title={m.users_details_title()} crumbs={useUserCrumbs(m.users_details_title())}>
      <Alert color="orange" role="note" maw="48rem" icon={<IconLock aria-hidden="true" />}>
        {m.users_beyond()}
      </Alert>
      <Paper withBorder p={{ base: 'md', sm: 'xl' }} className={classes.sheet ?? ''}>
        <Stack gap="lg">
          <UserHead user={user} />
          <dl className={classes.facts}>
            {facts.map(([label, text]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{text}</dd>
              </div>
            ))}
            <div>
              <dt>{m.users_status()}</dt>
              <dd>
                <UserStatus status={user.status} />
              </dd>
            </div>
          </dl>
        </Stack>
      </Paper>
    </Page>
  )
}
