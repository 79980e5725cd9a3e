import type { ShownUser } from '@ats/contract/identity/users.ts'
import { Button } from '@mantine/core'
import { messageOf } from '#kernel/http/api-error.ts'
import { useSession } from '#kernel/session/session.ts'
import { m } from '#texts'
import { confirm } from '#ui/dialog/confirm.tsx'
import { focusHeading } from '#ui/page/heading.tsx'
import { toast } from '#ui/toast/toast.ts'
import { useResetFactors } from './factor-queries.ts'

/** For a person who lost their phone; one's own factors are on the profile page. */
export function ResetSecondFactor({ user }: { user: ShownUser }) {
  const reset = useResetFactors()
  const isMe = useSession()?.user._id === user._id
  if (isMe) return null
  const ask = async () => {
    const title = m.second_reset()
    const question = m.second_reset_question({ name: user.name })
    if (!(await confirm({ title, question, action: title, danger: true }))) return
    try {
      await reset(user._id)
      toast.success(m.second_reset_done())
      focusHeading()
    } catch (error) {
      toast.failure(messageOf(error, m.second_failed()))
    }
  }
  return (
    <Button variant="default" size="xs" mt="xs" style={{ alignSelf: 'start' }} onClick={() => void ask()}>
      {m.second_reset()}
    </Button>
  )
}
