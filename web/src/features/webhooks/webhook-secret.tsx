import type { Webhook } from '@ats/contract/webhooks.ts'
import { Alert, Button, Code, CopyButton, Stack, Text } from '@mantine/core'
import { IconCheck, IconCopy, IconKey } from '@tabler/icons-react'
import { m } from '#texts'
import { Dialog, DialogButtons } from '#ui/dialog/dialog.tsx'

export type NewSecret = { webhook: Webhook; secret: string }

type Props = { made: NewSecret; onClose: () => void }

/** The secret is shown only here, so the dialog stays open until somebody closes it. */
export function SecretDialog({ made: { webhook, secret }, onClose }: Props) {
  return (
    <Dialog
      onClose={onClose}
      closeOnClickOutside={false}
      size="lg"
      title={m.webhooks_secret_named({ name: webhook.name })}
    >
      <Stack gap="md">
        <Alert color="orange" icon={<IconKey aria-hidden="true" />}>
          {m.webhooks_secret_once()}
        </Alert>
        <Code block translate="no" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {secret}
        </Code>
        {webhook.formerSecretUntil !== null && <Text size="sm">{m.webhooks_secret_overlap()}</Text>}
      </Stack>
      <DialogButtons>
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              leftSection={
                copied ? (
                  <IconCheck size={16} aria-hidden="true" />
                ) : (
                  <IconCopy size={16} aria-hidden="true" />
                )
              }
              onClick={copy}
            >
              {copied ? m.common_copied() : m.common_copy()}
            </Button>
          )}
        </CopyButton>
        <Button data-autofocus onClick={onClose}>
          {m.common_close()}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
