import { CopyButton, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { m } from '#texts'
import classes from './copy-id.module.css'

type Props = {
  id: string /** How many characters to show, counted from the end, where ids of one age differ. */
  show?: number
  /** What people know the record by, in place of the id. */
  text?: string
}

/** An id that one click copies whole. */
export function CopyId({ id, show = 8, text = id.slice(-show) }: Props) {
  return (
    <CopyButton value={id}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? m.common_copied() : id}>
          <UnstyledButton className={classes.id} onClick={copy}>
            <VisuallyHidden>{m.common_copy()} </VisuallyHidden>
            {text}
            {copied ? <IconCheck size={14} aria-hidden="true" /> : <IconCopy size={14} aria-hidden="true" />}
          </UnstyledButton>
        </Tooltip>
      )}
    </CopyButton>
  )
}
