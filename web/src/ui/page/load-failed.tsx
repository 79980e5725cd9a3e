import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { m } from '#texts'

type Props = {
  text: string
  detail?: string | undefined
  onRetry?: (() => void) | undefined
  /** If another action than a retry helps. */
  retryText?: string
}

/** An error message with a retry, for content that could not be loaded. */
export function LoadFailed({ text, detail, onRetry, retryText = m.common_try_again() }: Props) {
  return (
    <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden="true" />}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm" fw={500}>
          {text}
        </Text>
        {detail !== undefined && detail !== text && <Text size="sm">{detail}</Text>}
        {onRetry !== undefined && (
          <Button size="xs" variant="default" onClick={onRetry}>
            {retryText}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
