import { CopyButton, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { m } from '#texts'
import { useIsOnPaper } from '#ui/print/on-paper.ts'
import classes from './copy-id.module.css'
import { Matched } from './matched.tsx'

type Props = {
  id: string
  /** The record's usual name, shown instead of the end of its id. */
  text?: string
  /** The number of characters to show, from the end: ids created at about the same time differ only there. */
  show?: number
}

/** An id; a click copies it in full. */
export function CopyId({ id, text, show = 8 }: Props) {
  if (useIsOnPaper()) return text ?? id.slice(-show)
  return (
    <CopyButton value={id}>
      {({ copied, copy }) => (
        <UnstyledButton className={classes.id} title={id} onClick={copy}>
          <VisuallyHidden>{m.common_copy()} </VisuallyHidden>
          <span>
            <Matched text={text ?? id.slice(-show)} />
          </span>
          {copied ? <IconCheck size={14} aria-hidden="true" /> : <IconCopy size={14} aria-hidden="true" />}
          <VisuallyHidden role="status">{copied && m.common_copied()}</VisuallyHidden>
        </UnstyledButton>
      )}
    </CopyButton>
  )
}

type HiddenProps = { id: string /** The accessible name, for example 'Copy record ID'. */; label: string }

/** Copies an id that programs need and people do not read. */
export function CopyHiddenId({ id, label }: HiddenProps) {
  if (useIsOnPaper()) return id
  return (
    <CopyButton value={id}>
      {({ copied, copy }) => (
        <UnstyledButton
          className={classes.id}
          title={id}
          aria-label={copied ? m.common_copied() : label}
          onClick={copy}
        >
          {copied ? <IconCheck size={14} aria-hidden="true" /> : <IconCopy size={14} aria-hidden="true" />}
          <span role="status">{copied ? m.common_copied() : m.common_copy()}</span>
        </UnstyledButton>
      )}
    </CopyButton>
  )
}
