import type { PasswordLink } from '@ats/contract/identity/access-requests.ts'
import { Button, CopyButton, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { formatTime } from '#kernel/format.ts'
import { m } from '#texts'

type Props = { name: string; link: PasswordLink; onDone: () => void }

/** The link is known only here and now, so nothing but the button closes the dialog. */
export function HandOverDialog({ name, link: { address, worksUntil }, onDone }: Props) {
  return (
    <Modal
      opened
      onClose={onDone}
      title={m.access_link_title({ name })}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      transitionProps={{ duration: 0 }}
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
        <Group justify="flex-end" gap="sm">
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
        </Group>
      </Stack>
    </Modal>
  )
}

const CopySign = ({ copied }: { copied: boolean }) =>
  copied ? <IconCheck size={16} aria-hidden="true" /> : <IconCopy size={16} aria-hidden="true" />
