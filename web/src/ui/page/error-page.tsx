import { Button } from '@mantine/core'
import { IconMoodSad } from '@tabler/icons-react'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type PartFailure, PartNotLoaded, partFailures } from '#kernel/device/app-files.ts'
import { ApiError, messageOf } from '#kernel/http/api-error.ts'
import { useLanguage } from '#kernel/words/language.ts'
import { m } from '#texts'
import { HelpLink } from './help-link.tsx'
import { MessagePage } from './message-page.tsx'

/** Shown if a screen cannot be rendered: its file is gone after an update, or there is a defect. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  useLanguage()
  const router = useRouter()
  const why = useWhy(error)
  const tryAgain = () => {
    reset()
    void router.invalidate()
  }
  const id = error instanceof ApiError ? error.requestId : undefined
  const reference = id && m.error_request_id({ id })
  const isNewer = why.helps === 'reload'
  const says = isNewer ? [why.detail] : [why.text, why.detail, reference]
  return (
    <MessagePage
      icon={<IconMoodSad size={34} />}
      color="red"
      title={isNewer ? why.text : m.error_title()}
      text={says.filter(Boolean).join(' ')}
    >
      {!isNewer && <Button onClick={tryAgain}>{m.common_try_again()}</Button>}
      <Button variant={isNewer ? 'filled' : 'default'} onClick={() => location.reload()}>
        {m.error_reload()}
      </Button>
      <HelpLink>{m.help_to_desk()}</HelpLink>
    </MessagePage>
  )
}

function useWhy(error: unknown): PartFailure {
  const isMissing = error instanceof PartNotLoaded
  const text = isMissing ? m.part_screen_failed() : messageOf(error, m.error_text())
  const [why, setWhy] = useState<PartFailure>()
  useEffect(() => {
    if (isMissing) void partFailures.explain?.(text).then(setWhy)
  }, [isMissing, text])
  return why ?? { text, helps: 'retry' }
}
