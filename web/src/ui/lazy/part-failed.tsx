import { Button, CloseButton, Group, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useEffect, useId, useRef } from 'react'
import { m } from '#texts'
import { useEscape } from '#ui/dialog/escape.ts'
import { useReturnFocus } from '#ui/dialog/return-focus.ts'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import classes from './part.module.css'
import { reload, usePartFailure } from './part-failure.ts'

type Props = { error: unknown; onRetry: () => void }

/** Replaces the part. */
export function PartFailedHere({ error, onRetry }: Props) {
  const { text, detail, helps } = usePartFailure(error)
  return helps === 'reload' ? (
    <LoadFailed text={text} detail={detail} onRetry={reload} retryText={m.error_reload()} />
  ) : (
    <LoadFailed text={text} detail={detail} onRetry={onRetry} />
  )
}

/** Over the screen, for a dialog or panel that should have opened; the screen below stays usable. */
export function PartFailedOver({ error, onRetry, onClose }: Props & { onClose: () => void }) {
  useReturnFocus()
  useEscape(onClose)
  const id = useId()
  const card = useRef<HTMLDivElement>(null)
  const { text, detail, helps } = usePartFailure(error)
  useEffect(() => card.current?.focus({ preventScroll: true }), [])
  return (
    <div ref={card} role="alertdialog" aria-labelledby={id} tabIndex={-1} className={classes.over}>
      <IconAlertCircle size={20} aria-hidden="true" className={classes.sign} />
      <div className={classes.says} id={id}>
        <Text size="sm" fw={600}>
          {text}
        </Text>
        {detail !== undefined && <Text size="sm">{detail}</Text>}
      </div>
      <CloseButton aria-label={m.common_close()} onClick={onClose} />
      <Group gap="sm" className={classes.ways ?? ''}>
        {helps === 'retry' && (
          <Button size="xs" onClick={onRetry}>
            {m.common_try_again()}
          </Button>
        )}
        <Button size="xs" variant={helps === 'retry' ? 'default' : 'filled'} onClick={reload}>
          {m.error_reload()}
        </Button>
      </Group>
    </div>
  )
}
