import type { ShownUser } from '@ats/contract/identity/users.ts'
import { Group, Stack, Text } from '@mantine/core'
import { AuditLink } from '#features/audit/audit.tsx'
import { formatDate, formatNumber, formatTime } from '#kernel/words/format.ts'
import { m } from '#texts'
import { lazyPart } from '#ui/lazy/part.tsx'
import { PersonAvatar } from '#ui/text/person-avatar.tsx'
import { fullName } from './user-name.ts'

const ResetSecondFactor = lazyPart(
  async () => (await import('#features/identity/second-factor/reset-second-factor.tsx')).ResetSecondFactor,
)

/** The identity of the user, above the form. */
export function UserHead({ user }: { user: ShownUser }) {
  const date = formatDate(user.createdAt)
  const created =
    user.createdBy === null
      ? m.users_created_line_plain({ date })
      : m.users_created_line({ date, name: user.createdBy })
  const signedIn = user.lastSignInAt === null ? m.users_never() : formatTime(user.lastSignInAt)
  return (
    <Group gap="md" wrap="nowrap" align="center">
      <PersonAvatar person={user} size="lg" />
      <Stack gap={2} miw={0}>
        <Text fw={600}>{fullName(user)}</Text>
        <Text size="sm" c="dimmed">
          {created}
        </Text>
        <Text size="sm" c="dimmed">
          {m.users_last_sign_in()}: {signedIn}
        </Text>
        {user.failedSignIns !== null && (
          <Text size="sm" c="orange.8">
            {m.users_failed_sign_ins({
              count: formatNumber(user.failedSignIns.tries),
              since: formatTime(user.failedSignIns.firstAt),
              last: formatTime(user.failedSignIns.lastAt),
              address: user.failedSignIns.address,
            })}
          </Text>
        )}
        <AuditLink search={{ userId: user._id }} />
        {user.secondFactor && user.mayChange && <ResetSecondFactor user={user} />}
      </Stack>
    </Group>
  )
}
