import type { Program } from '@ats/contract/identity/programs.ts'
import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { m } from '#texts'
import { Dialog, DialogButtons } from '#ui/dialog/dialog.tsx'
import { CopyBlock } from '#ui/text/copy-block.tsx'

export type MadeKey = { program: Program; key: string }

/** The key is shown only here, so the dialog stays open until somebody closes it. */
export function KeyDialog({ made: { program, key }, onClose }: { made: MadeKey; onClose: () => void }) {
  const title = m.programs_key_named({ name: program.name })
  return (
    <Dialog onClose={onClose} closeOnClickOutside={false} size="lg" title={title}>
      <Stack gap="md">
        <Alert color="orange" icon={<IconKey aria-hidden="true" />}>
          {m.programs_key_once()}
        </Alert>
        <CopyBlock title={m.programs_key()} text={key} label={`${m.common_copy()}: ${m.programs_key()}`} />
        <Text size="sm">{m.programs_key_use()}</Text>
      </Stack>
      <DialogButtons>
        <Button data-autofocus onClick={onClose}>
          {m.common_close()}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
