import type { PasswordLink } from '@ats/contract/identity/access-requests.ts'
import { Button, CopyButton, Stack, Text, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { formatTime } from '#kernel/words/format.ts'
import { m } from '#texts'
import { Dialog, DialogButtons } from '#ui/dialog/dialog.tsx'

type Props = { name: string; link: PasswordLink; onDone: () => void }

/** The link is shown only once, so nothing but the button closes the dialog. */
export function HandOverDialog({ name, link: { address, worksUntil }, onDone }: Props) {
  return (
    <Dialog
      onClose={onDone}
      title={m.access_link_title({ name })}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack>
        <Text size="sm">{m.access_link_lead({ name })}</Text>
        <TextInput
          label={m.access_link_label()}
          value={address}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <Text size="sm" c="dimmed">
          {m.access_link_until({ name, time: formatTime(worksUntil) })}
        </Text>
        <DialogButtons>
          <Button variant="default" onClick={onDone}>
            {m.access_link_done()}
          </Button>
          <CopyButton value={address}>
            {({ copied, copy }) => (
              <Button onClick={copy} leftSection={<CopySign copied={copied} />} data-autofocus>
                {copied ? m.common_copied() : m.access_link_copy()}
              </Button>
            )}
          </CopyButton>
        </DialogButtons>
      </Stack>
    </Dialog>
  )
}

const CopySign = ({ copied }: { copied: boolean }) =>
  copied ? <IconCheck size={16} aria-hidden="true" /> : <IconCopy size={16} aria-hidden="true" />
