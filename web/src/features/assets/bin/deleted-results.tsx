import type { BulkResult } from '@ats/contract/bulk.ts'
import { Badge, Group } from '@mantine/core'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { BulkResultDialog } from '#ui/bulk/bulk-result.tsx'
import { PanelLink } from '#ui/dialog/panel-link.tsx'

type Props = { result: BulkResult; onClose: () => void }
type Row = BulkResult['results'][number]

/** The outcome for each asset; those with a remark come first. */
export function RestoreResults({ result, onClose }: Props) {
  return (
    <BulkResultDialog
      title={m.deleted_results_title()}
      label={m.deleted_results_title()}
      result={result}
      results={result.results.toSorted((a, b) => weight(b) - weight(a))}
      nameOf={nameOf}
      summary={<Counts result={result} />}
      onClose={onClose}
    />
  )
}

function Counts({ result: { done, failed } }: { result: BulkResult }) {
  return (
    <Group gap="xs" mb="sm" role="status">
      <Badge color="teal" variant="light" tt="none" size="lg">
        {m.deleted_results_done({ done: formatNumber(done) })}
      </Badge>
      {failed > 0 && (
        <Badge color="red" variant="light" tt="none" size="lg">
          {m.deleted_results_failed({ failed: formatNumber(failed) })}
        </Badge>
      )}
    </Group>
  )
}

const nameOf = ({ _id, assetTagId, ok }: Row) =>
  ok && assetTagId !== null ? (
    <PanelLink id={_id} aria-label={m.deleted_results_open({ name: assetTagId })}>
      {assetTagId}
    </PanelLink>
  ) : undefined

const weight = ({ ok, code }: Row) => (ok ? Number(code !== 'restored') : 2)
