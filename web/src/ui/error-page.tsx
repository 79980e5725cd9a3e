import { Button } from '@mantine/core'
import { IconMoodSad } from '@tabler/icons-react'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ApiError, messageOf } from '#kernel/api-error.ts'
import { PartNotLoaded } from '#kernel/parts.ts'
import { m } from '#texts'
import { MessagePage } from './message-page.tsx'
import { reload, usePartFailure } from './part-failure.ts'

/** What a screen shows when it cannot be drawn: a file that is gone after an update, or a defect of ours. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const tryAgain = () => {
    reset()
    void router.invalidate()
  }
  const reference = error instanceof ApiError ? error.requestId : undefined
  const missing = usePartFailure(error, m.part_screen_failed())
  const isNewer = missing.helps === 'reload'
  const parts = isNewer ? [missing.detail] : [missing.text, missing.detail]
  const text =
    error instanceof PartNotLoaded ? parts.filter(Boolean).join(' ') : messageOf(error, m.error_text())
  return (
    <MessagePage
      icon={<IconMoodSad size={34} />}
      color="red"
      title={isNewer ? missing.text : m.error_title()}
      text={reference === undefined ? text : `${text} ${m.error_request_id({ id: reference })}`}
    >
      {!isNewer && <Button onClick={tryAgain}>{m.common_try_again()}</Button>}
      <Button variant={isNewer ? 'filled' : 'default'} onClick={reload}>
        {m.error_reload()}
      </Button>
    </MessagePage>
  )
}
