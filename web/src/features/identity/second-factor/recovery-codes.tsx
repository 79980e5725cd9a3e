import { Alert, Button, CopyButton, Group, Stack } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { m } from '#texts'
import { Dialog, DialogButtons } from '#ui/dialog/dialog.tsx'
import classes from './second-factor.module.css'

/** The codes are shown only here, so the dialog stays open until somebody closes it. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = `${codes.join('\n')}\n`
  return (
    <Dialog
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      title={m.second_codes_title()}
    >
      <Stack gap="md">
        <Alert color="orange" icon={<IconKey aria-hidden="true" />}>
          {m.second_codes_once()}
        </Alert>
        <ul className={classes.codes} translate="no">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Group gap="sm">
          <CopyButton value={text}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? m.common_copied() : m.common_copy()}
              </Button>
            )}
          </CopyButton>
          <Button
            component="a"
            variant="default"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download="recovery-codes.txt"
          >
            {m.second_codes_save()}
          </Button>
        </Group>
      </Stack>
      <DialogButtons>
        <Button data-autofocus onClick={onClose}>
          {m.second_codes_done()}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
