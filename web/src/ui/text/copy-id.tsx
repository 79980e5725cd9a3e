import { CopyButton, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { m } from '#texts'
import { useIsOnPaper } from '#ui/print/on-paper.ts'
import classes from './copy-id.module.css'

type Props = {
  id: string
  /** What people call the record by, in place of the end of its id. */
  text?: string
  /** How many characters to show, counted from the end, where ids of one age differ. */
  show?: number
}

/** An id that one click copies whole. */
export function CopyId({ id, text, show = 8 }: Props) {
  if (useIsOnPaper()) return text ?? id.slice(-show)
  return (
    <CopyButton value={id}>
      {({ copied, copy }) => (
        <UnstyledButton className={classes.id} title={id} onClick={copy}>
          <VisuallyHidden>{m.common_copy()} </VisuallyHidden>
          {text ?? id.slice(-show)}
          {copied ? <IconCheck size={14} aria-hidden="true" /> : <IconCopy size={14} aria-hidden="true" />}
          <VisuallyHidden role="status">{copied && m.common_copied()}</VisuallyHidden>
        </UnstyledButton>
      )}
    </CopyButton>
  )
}
