import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { isUnknown, messageOf } from '#kernel/http/api-error.ts'
import { useSession } from '#kernel/session/session.ts'
import { m } from '#texts'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { NotFound } from '#ui/page/not-found.tsx'
import { Page } from '#ui/page/page.tsx'
import { useUserChoices } from './user-choices.ts'
import { useUserCrumbs } from './user-crumbs.ts'
import { UserDetails } from './user-details.tsx'
import { UserForm } from './user-form.tsx'
import { userById } from './user-queries.ts'

export function EditUser() {
  const { id = '' } = useParams({ strict: false })
  const query = useQuery(userById(id))
  const choices = useUserChoices()
  const isMe = useSession()?.user._id === id
  const crumbs = useUserCrumbs(m.users_edit_title())

  if (isUnknown(query.error)) return <NotFound />
  if (query.data !== undefined && choices.isReady) {
    return isMe || query.data.mayChange ? (
      <UserForm key={id} user={query.data} isMe={isMe} choices={choices} />
    ) : (
      <UserDetails user={query.data} />
    )
  }
  const error = query.error ?? choices.error
  const retry = () => {
    void query.refetch()
    choices.retry()
  }
  return (
    <Page crumbs={crumbs}>
      {error === null ? (
        <Loading />
      ) : (
        <LoadFailed
          text={m.users_fetch_one_failed()}
          detail={messageOf(error, '') || undefined}
          onRetry={retry}
        />
      )}
    </Page>
  )
}
