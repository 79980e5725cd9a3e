import type { ShownDirectory } from '@ats/contract/identity/shown-directory.ts'
import { Alert, Button, Stack, Text } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { failureText } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { startAt } from './directory-sign-in.ts'

/** The providers to log in with, below the form for a password. */
export function DirectoryButtons({ directories }: { directories: ShownDirectory[] }) {
  const next = useLocation({ select: ({ search }) => search.next })
  const [left, setLeft] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const leave = async (id: string) => {
    setLeft(id)
    setFailure(undefined)
    await startAt(id, typeof next === 'string' ? next : undefined).catch((error: unknown) => {
      setLeft(undefined)
      setFailure(failureText(error, m.login_failed()))
    })
  }
  return (
    <Stack component="section" gap="xs" mt="lg" aria-label={m.login_directories()}>
      <Text size="sm" c="dimmed">
        {m.login_directories()}
      </Text>
      {failure !== undefined && (
        <Alert role="alert" color="red">
          {failure}
        </Alert>
      )}
      {directories.map(({ _id, name }) => (
        <Button
          key={_id}
          variant="default"
          size="md"
          fullWidth
          aria-label={m.login_with({ name })}
          loading={left === _id}
          onClick={() => void leave(_id)}
        >
          {name}
        </Button>
      ))}
    </Stack>
  )
}
