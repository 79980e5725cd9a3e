import type { Reader } from '@ats/contract/readers.ts'
import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useRemoveReader, useRevoke, useRotate } from '#features/readers/reader-queries.ts'
import { screenLink, useCity } from '#kernel/address/location.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { confirm } from '#ui/dialog/confirm.tsx'
import { lazyPart } from '#ui/lazy/part.tsx'
import { toast } from '#ui/toast/toast.ts'
import type { Credentials } from './reader-settings.ts'

const ReaderDialog = lazyPart(async () => (await import('./reader-dialog.tsx')).ReaderDialog)
const CredentialsDialog = lazyPart(async () => (await import('./reader-credentials.tsx')).CredentialsDialog)

export function ReaderActions({ reader }: { reader: Reader }) {
  const [isChanging, setChanging] = useState(false)
  const [made, setMade] = useState<Credentials | null>(null)
  const { rotate, revoke, remove } = useSteps(reader, setMade)
  return (
    <>
      <Menu position="bottom-end" transitionProps={{ duration: 0 }} withinPortal>
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden="true" />}>
            {m.readers_more()}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void rotate()}>{m.readers_rotate()}</Menu.Item>
          {reader.status !== 'revoked' && (
            <Menu.Item onClick={() => void revoke()}>{m.readers_revoke()}</Menu.Item>
          )}
          <Menu.Item color="red" onClick={() => void remove()}>
            {m.readers_remove()}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button onClick={() => setChanging(true)}>{m.readers_change()}</Button>
      {isChanging && <ReaderDialog reader={reader} onClose={() => setChanging(false)} />}
      {made !== null && <CredentialsDialog made={made} onClose={() => setMade(null)} />}
    </>
  )
}

/** Each asks for confirmation: the device stops working until it gets the new password, or for good. */
function useSteps(reader: Reader, onMade: (made: Credentials) => void) {
  const { _id: id, name } = reader
  const [rotate, revoke, remove] = [useRotate(id), useRevoke(id), useRemoveReader(id)]
  const navigate = useNavigate()
  const list = screenLink('/dashboard/$location/readers', useCity())
  const after = async (step: () => Promise<void>) => {
    try {
      await step()
    } catch (error) {
      toast.failure(m.readers_save_failed(), messageOf(error, m.error_unexpected()))
    }
  }
  return {
    rotate: async () => {
      const question = m.readers_rotate_question({ name })
      if (
        reader.status !== 'revoked' &&
        !(await confirm({ title: m.readers_rotate(), question, action: m.readers_rotate() }))
      )
        return
      await after(async () => onMade(await rotate(undefined)))
    },
    revoke: async () => {
      const question = m.readers_revoke_question({ name })
      if (!(await confirm({ title: m.readers_revoke(), question, action: m.readers_revoke(), danger: true })))
        return
      await after(async () => {
        await revoke(undefined)
        toast.success(m.readers_revoked({ name }))
      })
    },
    remove: async () => {
      const question = m.readers_remove_question({ name })
      if (!(await confirm({ title: m.readers_remove(), question, action: m.readers_remove(), danger: true })))
        return
      await after(async () => {
        await remove(undefined)
        toast.success(m.readers_removed({ name }))
        await navigate(list)
      })
    },
  }
}
