import { handheldFragment } from '@ats/contract/handheld-header.ts'
import type { HandheldWithToken } from '@ats/contract/handhelds.ts'
import { Alert, Button, Stack } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { m } from '#texts'
import { Dialog, DialogButtons } from '#ui/dialog/dialog.tsx'
import { QrCode } from '#ui/print/qr-code.tsx'
import { CopyBlock } from '#ui/text/copy-block.tsx'

const linkOf = ({ handheld: { name }, token }: HandheldWithToken) =>
  `${location.origin}/count#${new URLSearchParams({ [handheldFragment]: token, name })}`

/** The link is shown only here, so the dialog stays open until somebody closes it. */
export function LinkDialog({ made, onClose }: { made: HandheldWithToken; onClose: () => void }) {
  const link = linkOf(made)
  return (
    <Dialog onClose={onClose} closeOnClickOutside={false} size="lg" title={made.handheld.name}>
      <Stack gap="md">
        <Alert color="orange" icon={<IconKey aria-hidden="true" />}>
          {m.handhelds_link_once()}
        </Alert>
        <QrCode text={link} label={m.handhelds_link()} />
        <CopyBlock title={m.handhelds_link()} text={link} label={m.handhelds_copy()} />
      </Stack>
      <DialogButtons>
        <Button data-autofocus onClick={onClose}>
          {m.common_close()}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
