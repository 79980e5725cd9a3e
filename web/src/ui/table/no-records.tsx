import { Button } from '@mantine/core'
import { IconInbox } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { m } from '#texts'
import classes from './data-table.module.css'

/** `text` is shown below the default text. */
type Props = { text?: string | undefined; help?: ReactNode; onClear: (() => void) | undefined }

/** Shown instead of rows; offers to clear the filter if one is active. */
export function NoRecords({ text, help, onClear }: Props) {
  return (
    <div className={classes.empty}>
      <IconInbox size={36} stroke={1.3} aria-hidden="true" />
      <div role="status">
        <p>{m.table_empty()}</p>
        {text !== undefined && <p>{text}</p>}
      </div>
      {onClear !== undefined && (
        <Button variant="default" size="sm" onClick={onClear}>
          {m.table_clear_filters()}
        </Button>
      )}
      {help}
    </div>
  )
}
