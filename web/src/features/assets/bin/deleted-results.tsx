import type { BulkResult } from '@ats/contract/bulk.ts'
import { Badge, Button, Group } from '@mantine/core'
import { formatNumber } from '#kernel/format.ts'
import { messageText } from '#kernel/message-text.ts'
import { m } from '#texts'
import { Dialog, DialogButtons } from '#ui/dialog.tsx'
import { PanelLink } from '#ui/panel-link.tsx'
import classes from './deleted.module.css'

type Props = { result: BulkResult; onClose: () => void }

/** What became of each asset that was to be restored; those that need a word stand first. */
export function RestoreResults({ result, onClose }: Props) {
  const rows = result.results.toSorted((a, b) => weight(b) - weight(a))
  return (
    <Dialog onClose={onClose} size="lg" title={m.deleted_results_title()}>
      <Group gap="xs" mb="sm" role="status">
        <Badge color="teal" variant="light" tt="none" size="lg">
          {m.deleted_results_done({ done: formatNumber(result.done) })}
        </Badge>
        {result.failed > 0 && (
          <Badge color="red" variant="light" tt="none" size="lg">
            {m.deleted_results_failed({ failed: formatNumber(result.failed) })}
          </Badge>
        )}
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label={m.deleted_results_title()}>
        <ul className={classes.rows}>
          {rows.map((row) => (
            <Row key={row._id} row={row} />
          ))}
        </ul>
      </section>
      <DialogButtons>
        <Button onClick={onClose} data-autofocus>
          {m.common_close()}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

function Row({ row: { _id, assetTagId, ok, ...said } }: { row: BulkResult['results'][number] }) {
  return (
    <li data-failed={!ok || undefined}>
      {ok && assetTagId !== null ? (
        <PanelLink id={_id} aria-label={m.deleted_results_open({ name: assetTagId })}>
          {assetTagId}
        </PanelLink>
      ) : (
        <span>{assetTagId ?? m.assets_unknown()}</span>
      )}
      <span>{messageText(said)}</span>
    </li>
  )
}

const weight = ({ ok, code }: BulkResult['results'][number]) => (ok ? Number(code !== 'restored') : 2)
