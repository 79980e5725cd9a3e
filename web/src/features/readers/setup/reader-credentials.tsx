import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useCity } from '#kernel/address/location.ts'
import { m } from '#texts'
import { Dialog, DialogButtons } from '#ui/dialog/dialog.tsx'
import { ButtonLink } from '#ui/text/link.tsx'
import type { Credentials } from './reader-settings.ts'
import { SettingsBlocks } from './settings-block.tsx'

type Props = { made: Credentials; isNew?: boolean; onClose: () => void }

/** The password is shown only here, so the dialog stays open until somebody closes it. */
export function CredentialsDialog({ made: { reader, addresses, password }, isNew = false, onClose }: Props) {
  const city = useCity()
  return (
    <Dialog
      onClose={onClose}
      closeOnClickOutside={false}
      size="lg"
      title={m.readers_settings_named({ name: reader.name })}
    >
      <Stack gap="md">
        <Alert color="orange" icon={<IconKey aria-hidden="true" />}>
          {m.readers_password_once()}
        </Alert>
        <SettingsBlocks reader={reader} addresses={addresses} password={password} />
        {isNew && <Text size="sm">{m.readers_next_step()}</Text>}
      </Stack>
      <DialogButtons>
        <Button variant={isNew ? 'default' : 'filled'} data-autofocus onClick={onClose}>
          {m.common_close()}
        </Button>
        {isNew && (
          <ButtonLink
            to="/dashboard/$location/readers/$id"
            params={{ location: city, id: reader._id }}
            onClick={onClose}
          >
            {m.readers_say_where()}
          </ButtonLink>
        )}
      </DialogButtons>
    </Dialog>
  )
}
