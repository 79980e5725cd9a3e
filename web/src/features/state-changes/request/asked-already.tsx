import type { StateChange } from '@ats/contract/state-changes.ts'
import { Alert } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import classes from '#features/state-changes/state-changes.module.css'
import { formatAgo, formatNumber } from '#kernel/words/format.ts'
import { shownName } from '#kernel/words/seeded-names.ts'
import { m } from '#texts'
import { PanelLink } from '#ui/dialog/panel-link.tsx'
import { DialogContext } from '#ui/form/dialog-context.ts'
import { PageAssets } from './page-assets.ts'
import { pendingChanges } from './request-queries.ts'

/** Who requested what and when, with a link to the request, which closes a dialog around it. */
export function AskedAlready({ change }: { change: StateChange }) {
  const { createdBy: user, reason, newState, createdAt, isMine } = change
  const ago = formatAgo(createdAt)
  return (
    <Alert
      color="indigo"
      role="note"
      icon={<IconClock aria-hidden="true" />}
      title={m.requests_pending_title({ state: shownName(newState) })}
    >
      {isMine ? m.requests_pending_by_you({ ago, reason }) : m.requests_pending_by({ user, ago, reason })}{' '}
      <PanelLink
        id={change._id}
        panel="request"
        inherit
        className={classes.openRequest ?? ''}
        onClick={use(DialogContext)?.close}
      >
        {m.requests_open({ id: formatNumber(change.id) })}
      </PanelLink>
    </Alert>
  )
}

/** In the asset's panel: the pending request, if there is one. */
export function PendingChange({ assetId }: { assetId: string }) {
  const change = useQuery(pendingChanges([assetId])).data?.[assetId]
  return change === undefined ? null : <AskedAlready change={change} />
}

/** In the asset's row: fetched once for all rows of the page. */
export function PendingMark({ assetId }: { assetId: string }) {
  const change = useQuery(pendingChanges(use(PageAssets))).data?.[assetId]
  if (change === undefined) return null
  const { createdBy: user, createdAt, id } = change
  const state = shownName(change.newState)
  const name = m.requests_pending_named({ user, state, ago: formatAgo(createdAt), id: formatNumber(id) })
  return (
    <PanelLink id={change._id} panel="request" className={classes.pending ?? ''} title={name}>
      <IconClock size={12} aria-hidden="true" />
      {m.requests_pending_to({ state })}
    </PanelLink>
  )
}
