import type { Webhook } from '@ats/contract/webhooks.ts'
import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { screenLink, useCity } from '#kernel/address/location.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { confirm } from '#ui/dialog/confirm.tsx'
import { lazyPart } from '#ui/lazy/part.tsx'
import { toast } from '#ui/toast/toast.ts'
import { useChangeWebhook, useDeleteWebhook, useRotateSecret, useSendTest } from './webhook-queries.ts'
import type { NewSecret } from './webhook-secret.tsx'
import { outcomeText } from './webhook-texts.tsx'

const WebhookDialog = lazyPart(async () => (await import('./webhook-dialog.tsx')).WebhookDialog)
const ReplayDialog = lazyPart(async () => (await import('./replay-dialog.tsx')).ReplayDialog)
const SecretDialog = lazyPart(async () => (await import('./webhook-secret.tsx')).SecretDialog)

/** Administrators pause and delete the webhooks of others; everything else is for the owner. */
export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const [open, setOpen] = useState<'change' | 'replay' | null>(null)
  const [made, setMade] = useState<NewSecret | null>(null)
  const { test, rotate, pause, remove, isTesting } = useSteps(webhook, setMade)
  const { mine, state } = webhook
  const isPaused = state === 'paused'
  return (
    <>
      <Menu position="bottom-end" transitionProps={{ duration: 0 }} withinPortal>
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden="true" />}>
            {m.webhooks_more()}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void pause(!isPaused)}>
            {isPaused ? m.webhooks_resume() : m.webhooks_pause()}
          </Menu.Item>
          {mine && !isPaused && (
            <Menu.Item onClick={() => setOpen('replay')}>{m.webhooks_replay()}</Menu.Item>
          )}
          {mine && <Menu.Item onClick={() => void rotate()}>{m.webhooks_rotate()}</Menu.Item>}
          <Menu.Item color="red" onClick={() => void remove()}>
            {m.webhooks_delete()}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {mine && (
        <>
          <Button variant="default" loading={isTesting} onClick={() => void test()}>
            {m.webhooks_test()}
          </Button>
          <Button onClick={() => setOpen('change')}>{m.webhooks_change()}</Button>
        </>
      )}
      {open === 'change' && <WebhookDialog webhook={webhook} onClose={() => setOpen(null)} />}
      {open === 'replay' && <ReplayDialog webhook={webhook} onClose={() => setOpen(null)} />}
      {made !== null && <SecretDialog made={made} onClose={() => setMade(null)} />}
    </>
  )
}

async function orSay(step: () => Promise<void>) {
  try {
    await step()
  } catch (error) {
    toast.failure(m.webhooks_step_failed(), messageOf(error, m.error_unexpected()))
  }
}

function useSteps(webhook: Webhook, onMade: (made: NewSecret) => void) {
  const { id, name } = webhook
  const [isTesting, setTesting] = useState(false)
  const [send, rotate, change] = [useSendTest(id), useRotateSecret(id), useChangeWebhook(id)]
  return {
    isTesting,
    test: () => {
      setTesting(true)
      return orSay(async () => {
        const outcome = await send()
        if (outcome.delivered) toast.success(m.webhooks_test_delivered({ outcome: outcomeText(outcome) }))
        else toast.failure(m.webhooks_test_failed(), outcomeText(outcome))
      }).finally(() => setTesting(false))
    },
    rotate: async () => {
      const question = m.webhooks_rotate_question({ name })
      if (await confirm({ title: m.webhooks_rotate(), question, action: m.webhooks_rotate() }))
        await orSay(async () => onMade(await rotate()))
    },
    pause: (paused: boolean) =>
      orSay(async () => {
        await change({ paused })
        toast.success(paused ? m.webhooks_paused({ name }) : m.webhooks_resumed({ name }))
      }),
    remove: useRemoval(webhook),
  }
}

function useRemoval({ id, name }: Webhook) {
  const remove = useDeleteWebhook(id)
  const navigate = useNavigate()
  const list = screenLink('/dashboard/$location/webhooks', useCity())
  return async () => {
    const question = m.webhooks_delete_question({ name })
    if (!(await confirm({ title: m.webhooks_delete(), question, action: m.webhooks_delete(), danger: true })))
      return
    await orSay(async () => {
      await remove()
      toast.success(m.webhooks_deleted({ name }))
      await navigate(list)
    })
  }
}
