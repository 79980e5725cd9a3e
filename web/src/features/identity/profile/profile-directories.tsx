import { directorySignIn } from '@ats/contract/identity/directory-sign-in.ts'
import type { ShownDirectory } from '@ats/contract/identity/shown-directory.ts'
import { Badge, Button, Group, Paper, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmPassword } from '#features/identity/second-factor/password-field.tsx'
import { leaveFor } from '#features/identity/sign-in/directory-sign-in.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import { query } from '#kernel/http/query.ts'
import { useChange } from '#kernel/http/use-change.ts'
import { m } from '#texts'
import { confirm } from '#ui/dialog/confirm.tsx'
import { DialogActions } from '#ui/form/dialog-actions.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { toast } from '#ui/toast/toast.ts'
import { ConnectLdapDialog } from './connect-ldap-dialog.tsx'
import classes from './profile.module.css'

const mine = query(directorySignIn.mine, {}, { select: (reply) => reply.directories })

/** Directories that the own account is, or can be, connected to; nothing if there are none. */
export function ProfileDirectories() {
  const { data = [] } = useQuery(mine)
  const [connecting, setConnecting] = useState<ShownDirectory>()
  if (data.length === 0) return null
  const Connect = connecting?.kind === 'ldap' ? ConnectLdapDialog : ConnectDialog
  return (
    <Paper
      component="section"
      withBorder
      p={{ base: 'md', sm: 'xl' }}
      className={classes.sheet ?? ''}
      aria-labelledby="directories"
    >
      <Title order={2} fz="lg" id="directories">
        {m.directories_mine_title()}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {m.directories_mine_lead()}
      </Text>
      {data.map((directory) => (
        <Group key={directory._id} justify="space-between" mb="xs">
          <Group gap="xs">
            {directory.name}
            {directory.connected && (
              <Badge variant="light" color="teal" autoContrast>
                {m.directories_connected()}
              </Badge>
            )}
          </Group>
          {directory.connected ? (
            <Disconnect directory={directory} />
          ) : (
            <Button
              variant="default"
              size="xs"
              aria-label={m.directories_connect_named({ name: directory.name })}
              onClick={() => setConnecting(directory)}
            >
              {m.directories_connect()}
            </Button>
          )}
        </Group>
      ))}
      {connecting !== undefined && (
        <Connect directory={connecting} onClose={() => setConnecting(undefined)} />
      )}
    </Paper>
  )
}

function Disconnect({ directory: { _id, name } }: { directory: ShownDirectory }) {
  const { mutateAsync } = useChange(directorySignIn.disconnect, (id: string) => ({ params: { id } }))
  const title = m.directories_disconnect_named({ name })
  const disconnect = async () => {
    const question = m.directories_disconnect_question()
    if (!(await confirm({ title, question, action: m.directories_disconnect() }))) return
    try {
      await mutateAsync(_id)
      toast.success(m.directories_disconnected({ name }))
    } catch (error) {
      toast.failure(m.directories_disconnect_failed(), messageOf(error, ''))
    }
  }
  return (
    <Button variant="default" size="xs" aria-label={title} onClick={() => void disconnect()}>
      {m.directories_disconnect()}
    </Button>
  )
}

type DialogProps = { directory: ShownDirectory; onClose: () => void }

function ConnectDialog({ directory: { _id: id, name }, onClose }: DialogProps) {
  const { mutateAsync } = useChange(directorySignIn.connect, (body: { password: string }) => ({
    params: { id },
    body,
  }))
  const form = useContractForm({
    schema: directorySignIn.connect.body,
    initial: { password: '' },
    send: mutateAsync,
    done: ({ address }) => leaveFor(address, '/dashboard/default/profile'),
    failure: m.directories_connect_failed(),
  })
  return (
    <FormDialog onClose={onClose} title={m.directories_connect_named({ name })}>
      <FormBody
        form={form}
        actions={<DialogActions form={form} text={m.directories_connect()} sending={m.common_saving()} />}
      >
        <Text size="sm">{m.directories_connect_text()}</Text>
        <ConfirmPassword form={form} hasPassword />
      </FormBody>
    </FormDialog>
  )
}
