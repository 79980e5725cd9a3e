import type { BulkResult } from '@ats/contract/bulk.ts'
import { Badge, Button, Group, Modal } from '@mantine/core'
import { assetLink } from '#features/assets/find/find-links.ts'
import { formatNumber } from '#kernel/format.ts'
import { everywhere } from '#kernel/location.ts'
import { messageText } from '#kernel/message-text.ts'
import { m } from '#texts'
import { AnchorLink } from '#ui/link.tsx'
import classes from './deleted.module.css'

/** A restore that has nothing to say about any of its assets. */
export const isPlain = ({ results }: BulkResult) => results.every(({ code }) => code === 'restored')

type Props = { result: BulkResult; onClose: () => void }

/** What became of each asset that was to be restored; those that need a word stand first. */
export function RestoreResults({ result, onClose }: Props) {
  const rows = result.results.toSorted((a, b) => weight(b) - weight(a))
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={m.deleted_results_title()}
      closeButtonProps={{ 'aria-label': m.common_close() }}
      transitionProps={{ duration: 0 }}
    >
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
      <Group justify="flex-end" mt="md">
        <Button onClick={onClose} data-autofocus>
          {m.common_close()}
        </Button>
      </Group>
    </Modal>
  )
}

function Row({ row: { _id, assetTagId, ok, ...said } }: { row: BulkResult['results'][number] }) {
  return (
    <li data-failed={!ok || undefined}>
      {ok && assetTagId !== null ? (
        <AnchorLink
          {...assetLink({ _id, location: everywhere }, everywhere)}
          aria-label={m.deleted_results_open({ name: assetTagId })}
        >
          {assetTagId}
        </AnchorLink>
      ) : (
        <span>{assetTagId ?? _id.slice(-8)}</span>
      )}
      <span>{messageText(said)}</span>
    </li>
  )
}

const weight = ({ ok, code }: BulkResult['results'][number]) => (ok ? Number(code !== 'restored') : 2)
