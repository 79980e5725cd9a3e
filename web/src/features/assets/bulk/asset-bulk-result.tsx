import type { BulkResult } from '@ats/contract/bulk.ts'
import { Button, Group, Text } from '@mantine/core'
import { formatNumber } from '#kernel/format.ts'
import { messageText } from '#kernel/message-text.ts'
import { m } from '#texts'
import classes from './asset-bulk.module.css'

type Props = {
  result: BulkResult
  names: ReadonlyMap<string, string>
  onClose: () => void
  /** Takes back what was done, where that is possible. */
  onUndo?: () => void
}

/** How much was done, and each asset that was not, with the reason. */
export function BulkFailures({ result, names, onClose, onUndo }: Props) {
  const failed = result.results.filter(({ ok }) => !ok)
  return (
    <>
      <Text role="status" mb="sm">
        {m.assets_bulk_result({ done: formatNumber(result.done), failed: formatNumber(result.failed) })}
      </Text>
      <ResultList results={failed} names={names} label={m.assets_bulk_failures()} />
      <Group justify="flex-end" mt="md">
        {onUndo !== undefined && (
          <Button variant="default" onClick={onUndo}>
            {m.assets_undo()}
          </Button>
        )}
        <Button onClick={onClose} data-autofocus>
          {m.common_close()}
        </Button>
      </Group>
    </>
  )
}

type ListProps = Pick<BulkResult, 'results'> & { names: ReadonlyMap<string, string>; label: string }

/** Asset by asset what there is to say. */
export function ResultList({ results, names, label }: ListProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    <section className={classes.failures} tabIndex={0} aria-label={label}>
      <ul>
        {results.map(({ _id, assetTagId, ...said }) => (
          <li key={_id}>
            <span>{names.get(_id) ?? assetTagId ?? m.assets_unknown()}</span>
            <span>{messageText(said)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
