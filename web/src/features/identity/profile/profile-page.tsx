import { Paper } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { me } from '#features/identity/queries.ts'
import { SessionsList } from '#features/identity/sessions/sessions-list.tsx'
import { mailIsSet } from '#features/notifications/notifications.ts'
import { useCity } from '#kernel/address/location.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { lazyPart } from '#ui/lazy/part.tsx'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { Page } from '#ui/page/page.tsx'
import { AnchorLink } from '#ui/text/link.tsx'
import classes from './profile.module.css'
import { ProfileAccess } from './profile-access.tsx'
import { ProfileForm } from './profile-form.tsx'
import { LetterKeys } from './profile-keys.tsx'
import { ProfilePicture } from './profile-picture.tsx'

const ProfileDirectories = lazyPart(
  async () => (await import('./profile-directories.tsx')).ProfileDirectories,
)

const SecondFactorSection = lazyPart(
  async () =>
    (await import('#features/identity/second-factor/second-factor-section.tsx')).SecondFactorSection,
)

export function Profile() {
  const { data, error, isPending, refetch } = useQuery(me)
  return (
    <Page crumbs={[m.profile_title()]}>
      {isPending && <Loading />}
      {!isPending && data === undefined && (
        <LoadFailed text={messageOf(error, m.error_loading())} onRetry={() => void refetch()} />
      )}
      {data && (
        <Paper withBorder p={{ base: 'md', sm: 'xl' }} className={classes.sheet ?? ''}>
          <ProfilePicture person={data} />
          <ProfileForm person={data} />
          <MailLink />
          <LetterKeys />
        </Paper>
      )}
      {data && <ProfileAccess person={data} />}
      {!isPending && <SecondFactorSection />}
      {data && <ProfileDirectories />}
      {!isPending && <SessionsList />}
    </Page>
  )
}

/** Only if this server sends email. */
function MailLink() {
  const location = useCity()
  if (useQuery(mailIsSet).data !== true) return null
  return (
    <AnchorLink
      to="/dashboard/$location/notifications"
      params={{ location }}
      hash="by-mail"
      size="sm"
      mt="lg"
      display="inline-block"
    >
      {m.notifications_mail_choose()}
    </AnchorLink>
  )
}
