import type { StateChangeColumn } from '@ats/contract/exports.ts'
import type { StateChange, StateChangeFilter, StateChangeStatus } from '@ats/contract/state-changes.ts'
import { Badge, Group } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { AssetState } from '#features/assets/assets.ts'
import { m } from '#texts'
import { PanelLink } from '#ui/dialog/panel-link.tsx'
import type { ColumnOf } from '#ui/table/column.ts'
import { Cut, WithDetail } from '#ui/text/cell.tsx'
import { Matched } from '#ui/text/matched.tsx'
import classes from './state-changes.module.css'

export type StateChangeListColumn = ColumnOf<StateChange, StateChangeFilter['sort'], StateChangeColumn>

const looks: Record<StateChangeStatus, { text: () => string; color: string }> = {
  pending: { text: m.requests_pending, color: 'indigo' },
  accepted: { text: m.requests_accepted, color: 'teal' },
  denied: { text: m.requests_denied, color: 'red' },
  cancelled: { text: m.requests_cancelled, color: 'gray' },
  stale: { text: m.requests_stale, color: 'orange' },
}

export const statusChoices = () =>
  Object.entries(looks).map(([value, { text }]) => ({ value, label: text() }))

export function ChangeStatus({ status }: { status: StateChangeStatus }) {
  const { text, color } = looks[status]
  return (
    <Badge variant="light" color={color} tt="none" fw={600} className={classes.status ?? ''}>
      {text()}
    </Badge>
  )
}

export function ChangeOfState({ change: { currentState, newState } }: { change: StateChange }) {
  return (
    <Group gap={6} wrap="nowrap">
      <AssetState state={currentState} />
      <span className={classes.arrow}>
        <IconArrowRight size={14} aria-label={m.requests_becomes()} />
        <AssetState state={newState} />
      </span>
    </Group>
  )
}

type AssetProps = { change: StateChange; first: 'assetName' | 'assetTagId' }

/** A link to the asset's panel with its name or its tag ID, and the other one. */
export function ChangedAsset({ change, first }: AssetProps) {
  const { assetId, assetName, assetTagId } = change
  return (
    <WithDetail detail={first === 'assetName' ? assetTagId : assetName}>
      <PanelLink id={assetId} inherit>
        <Matched text={change[first]} />
      </PanelLink>
    </WithDetail>
  )
}

export function LongText({ text }: { text: string | null }) {
  return text === null ? m.common_not_given() : <Cut text={text} as="sentence" />
}

export const assetOf = ({ assetName, assetTagId }: StateChange) => `${assetName} ${assetTagId}`
export const changeTitle = (change: StateChange) => `#${change.id} ${assetOf(change)}`
