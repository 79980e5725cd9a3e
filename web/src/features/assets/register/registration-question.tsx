import { Button, Text } from '@mantine/core'
import type { Neighbours } from '#kernel/scanner/scan-doubt.ts'
import { useScans } from '#kernel/scanner/scans.ts'
import { m } from '#texts'
import { Dialog } from '#ui/dialog/dialog.tsx'
import classes from './registration.module.css'

type Props = {
  /** The tag in the form, not registered yet, and the newly scanned one. */
  first: string
  second: string
  isComplete: boolean
  neighbours: () => Neighbours
  onScan: (tag: string) => void
  onRegister: () => void
  onReplace: () => void
  onClose: () => void
}

/** Closing the question loses nothing: the second tag waits, and so do tags scanned while it is open. */
export function SecondTagQuestion(props: Props) {
  const { first, second, isComplete, neighbours, onScan, onRegister, onReplace, onClose } = props
  useScans(onScan, neighbours)
  return (
    <Dialog title={m.registration_second_title()} onClose={onClose}>
      <Text>{m.registration_second_question()}</Text>
      <dl className={classes.tags}>
        <dt>{m.registration_second_first()}</dt>
        <dd>{first}</dd>
        <dt>{m.registration_second_now()}</dt>
        <dd>{second}</dd>
      </dl>
      {!isComplete && (
        <Text size="sm" c="dimmed">
          {m.registration_second_incomplete()}
        </Text>
      )}
      <div className={classes.answers}>
        <Button variant="subtle" color="red" onClick={onReplace}>
          {m.registration_second_replace()}
        </Button>
        <Button variant="default" onClick={onClose} data-autofocus>
          {m.registration_second_wait()}
        </Button>
        {isComplete && <Button onClick={onRegister}>{m.registration_second_register()}</Button>}
      </div>
    </Dialog>
  )
}
