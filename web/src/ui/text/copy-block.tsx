import { Button, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { m } from '#texts'
import classes from './copy-block.module.css'

type Props = {
  title: string
  text: string
  /** The accessible name of the button. */
  label: string
}

/** A text for another program, with a button that copies it. */
export function CopyBlock({ title, text, label }: Props) {
  return (
    <div className={classes.block}>
      <div className={classes.head}>
        <strong>{title}</strong>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={
                copied ? (
                  <IconCheck size={14} aria-hidden="true" />
                ) : (
                  <IconCopy size={14} aria-hidden="true" />
                )
              }
              aria-label={label}
              onClick={copy}
            >
              {copied ? m.common_copied() : m.common_copy()}
            </Button>
          )}
        </CopyButton>
      </div>
      <pre translate="no">{text}</pre>
    </div>
  )
}
