import type { ListedUser, User } from '@ats/contract/identity/users.ts'
import { Badge, Button, Group } from '@mantine/core'
import { IconUserOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useCity } from '#kernel/address/location.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import { useSession } from '#kernel/session/session.ts'
import { shownName } from '#kernel/words/seeded-names.ts'
import { m } from '#texts'
import { confirm } from '#ui/dialog/confirm.tsx'
import { lazyPart } from '#ui/lazy/part.tsx'
import { focusHeading } from '#ui/page/heading.tsx'
import type { Column } from '#ui/table/column.ts'
import { RowActions } from '#ui/table/row-actions.tsx'
import { CopyId } from '#ui/text/copy-id.tsx'
import { ButtonLink } from '#ui/text/link.tsx'
import { Matched } from '#ui/text/matched.tsx'
import { Moment } from '#ui/text/moment.tsx'
import { PersonAvatar } from '#ui/text/person-avatar.tsx'
import { toast } from '#ui/toast/toast.ts'
import { fullName } from './user-name.ts'
import { useDeleteUser } from './user-queries.ts'
import { UserStatus } from './user-status.tsx'

const RemoveDataDialog = lazyPart(
  async () => (await import('./users-remove-data-dialog.tsx')).RemoveDataDialog,
  { close: ({ onClose }) => onClose() },
)

export const userColumns: Column<ListedUser>[] = [
  { id: 'id', header: m.users_id, cell: (user) => <CopyId id={user._id} text={String(user.number)} /> },
  {
    id: 'name',
    header: m.users_user_name,
    cell: (user) => <Name user={user} />,
    sort: 'name',
    hidden: 'never',
    card: 'title',
  },
  { id: 'email', header: m.users_email_id, cell: (user) => <Matched text={user.email} />, sort: 'email' },
  {
    id: 'role',
    header: m.users_role,
    cell: (user) => <Matched text={shownName(user.roleName)} />,
    sort: 'role',
  },
  {
    id: 'location',
    header: m.users_location,
    cell: (user) => user.locationName ?? m.common_not_given(),
    sort: 'location',
  },
  {
    id: 'status',
    header: m.users_status,
    cell: (user) => <UserStatus status={user.status} />,
    sort: 'status',
    hidden: 'at-first',
  },
  {
    id: 'lastSignInAt',
    header: m.users_last_sign_in,
    cell: ({ lastSignInAt: at }) => (at === null ? m.users_never() : <Moment at={at} />),
    sort: 'lastSignInAt',
    hidden: 'at-first',
  },
  {
    id: 'createdAt',
    header: m.users_created_at,
    cell: (user) => <Moment at={user.createdAt} as="date" />,
    sort: 'createdAt',
    hidden: 'at-first',
  },
  { id: 'options', header: m.users_options, cell: (user) => <Options user={user} />, card: 'actions' },
]

function Name({ user }: { user: User }) {
  const isMe = useSession()?.user._id === user._id
  return (
    <Group gap="xs" wrap="nowrap">
      <PersonAvatar person={user} size={26} />
      <span>
        <Matched text={fullName(user)} />
      </span>
      {isMe && (
        <Badge size="sm" variant="light" tt="none" flex="none">
          {m.users_you()}
        </Badge>
      )}
      {user.status === 'disabled' && (
        <Badge size="sm" variant="default" tt="none" flex="none">
          {m.users_status_disabled()}
        </Badge>
      )}
    </Group>
  )
}

function Options({ user }: { user: ListedUser }) {
  const city = useCity()
  const isMe = useSession()?.user._id === user._id
  const remove = useRemoval(user)
  const hindrance = isMe ? m.users_own_deletion() : user.mayChange ? undefined : m.users_beyond()
  const name = fullName(user)
  const [isRemoving, setRemoving] = useState(false)
  const text = m.users_remove_data()
  const named = m.users_remove_data_named({ name })
  const more = [{ text, named, icon: IconUserOff, run: () => setRemoving(true) }]
  return (
    <RowActions name={name} more={hindrance === undefined ? more : []}>
      <ButtonLink
        to="/dashboard/$location/users/$id"
        params={{ location: city, id: user._id }}
        size="compact-sm"
        variant="subtle"
        aria-label={m.users_edit_named({ name })}
      >
        {m.common_edit()}
      </ButtonLink>
      <Button
        size="compact-sm"
        variant="subtle"
        color="red"
        aria-label={m.users_delete_named({ name })}
        disabled={hindrance !== undefined}
        title={hindrance}
        onClick={() => void remove()}
      >
        {m.common_delete()}
      </Button>
      {isRemoving && <RemoveDataDialog user={user} onClose={() => setRemoving(false)} />}
    </RowActions>
  )
}

function useRemoval(user: User) {
  const remove = useDeleteUser()
  return async () => {
    const sure = await confirm({
      title: m.users_delete_title({ name: fullName(user) }),
      question: m.users_delete_question(),
      action: m.common_delete(),
      danger: true,
    })
    if (!sure) return
    try {
      await remove(user._id)
      toast.success(m.users_deleted())
      focusHeading()
    } catch (error) {
      toast.failure(m.users_delete_failed(), messageOf(error, ''))
    }
  }
}
