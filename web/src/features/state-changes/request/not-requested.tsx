import type { StateChange } from '@ats/contract/state-changes.ts'
import { Alert } from '@mantine/core'
import { assetOf } from '#features/state-changes/change-cells.tsx'
import classes from '#features/state-changes/state-changes.module.css'
import { counted, formatAgo, formatNumber } from '#kernel/words/format.ts'
import { shownName } from '#kernel/words/seeded-names.ts'
import { m } from '#texts'
import { PanelLink } from '#ui/dialog/panel-link.tsx'

const mostNamed = 5

/**
 * Assets with a pending request: who, what and when. A form may be open below, so its links do not close it.
 */
export function LeftOut({ changes }: { changes: StateChange[] }) {
  if (changes.length === 0) return null
  const more = changes.length - mostNamed
  return (
    <Alert color="indigo" role="note" mb="sm">
      {counted(changes.length, m.requests_left_out_one, m.requests_left_out)}
      <ul className={classes.leftOut}>
        {changes.slice(0, mostNamed).map((change) => (
          <li key={change._id}>
            <PanelLink id={change._id} panel="request" inherit target="_blank">
              {assetOf(change)}
            </PanelLink>{' '}
            {askedText(change)}
          </li>
        ))}
        {more > 0 && <li>{m.requests_and_more({ count: formatNumber(more) })}</li>}
      </ul>
    </Alert>
  )
}

export const askedText = ({ createdBy: user, newState, createdAt }: StateChange) =>
  m.requests_pending_already({ user, state: shownName(newState), ago: formatAgo(createdAt) })
