import { Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { BulkResult } from '#kernel/http/bulk-result.ts'
import { messageText } from '#kernel/http/message-text.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { Dialog, DialogButtons } from '#ui/dialog/dialog.tsx'
import classes from './bulk-result.module.css'

type Row = BulkResult['results'][number]

type ListProps = {
  results: readonly Row[]
  label: string
  /** The name of a record, where its tag ID is not enough. */
  nameOf?: ((row: Row) => ReactNode) | undefined
}

export function ResultList({ results, label, nameOf }: ListProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable with the keyboard
    <section className={classes.list} tabIndex={0} aria-label={label}>
      <ul>
        {results.map((row) => (
          <li key={row._id} data-failed={!row.ok || undefined}>
            <span>{nameOf?.(row) ?? row.assetTagId ?? m.assets_unknown()}</span>
            <span>{messageText(row)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

type Props = {
  result: BulkResult
  onClose: () => void
  /** Reverts the work, if that is possible. */
  onUndo?: () => void
  /** Defaults to the numbers of records done and failed. */
  summary?: ReactNode
} & Partial<ListProps>

/** The number of records done, and each failed record with the reason. */
export function BulkResultView({ result, onClose, onUndo, summary, label, results, nameOf }: Props) {
  const { done, failed } = result
  return (
    <>
      {summary ?? (
        <Text role="status" mb="sm">
          {m.assets_bulk_result({ done: formatNumber(done), failed: formatNumber(failed) })}
        </Text>
      )}
      <ResultList
        results={results ?? result.results.filter(({ ok }) => !ok)}
        label={label ?? m.assets_bulk_failures()}
        nameOf={nameOf}
      />
      <DialogButtons>
        {onUndo !== undefined && (
          <Button variant="default" onClick={onUndo}>
            {m.assets_undo()}
          </Button>
        )}
        <Button onClick={onClose} data-autofocus>
          {m.common_close()}
        </Button>
      </DialogButtons>
    </>
  )
}

export function BulkResultDialog({ title, ...view }: Props & { title?: string }) {
  return (
    <Dialog onClose={view.onClose} size="lg" title={title ?? m.assets_bulk_result_title()}>
      <BulkResultView {...view} />
    </Dialog>
  )
}
