import type { StateChange } from '@ats/contract/state-changes.ts'
import { Button, Text } from '@mantine/core'
import { PictureButton } from '#features/assets/assets.ts'
import {
  ChangedAsset,
  ChangeOfState,
  ChangeStatus,
  changeTitle,
  LongText,
  type StateChangeListColumn,
} from '#features/state-changes/change-cells.tsx'
import classes from '#features/state-changes/state-changes.module.css'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { PanelLink } from '#ui/dialog/panel-link.tsx'
import { RowActions } from '#ui/table/row-actions.tsx'
import { Cut, PlacePath, WithDetail } from '#ui/text/cell.tsx'
import { Moment } from '#ui/text/moment.tsx'

export type QueueActions = {
  busy: boolean
  accept: (change: StateChange) => unknown
  deny: (change: StateChange) => void
  undo: (change: StateChange) => unknown
  zoom: (change: StateChange) => void
}

export const queueColumns = (decided: boolean, actions: QueueActions): StateChangeListColumn[] => [
  {
    id: 'asset',
    exports: ['assetTagId', 'assetName'],
    header: m.assets_name,
    cell: (change) => <ChangedAsset change={change} first="assetName" />,
    sort: 'assetTagId',
    hidden: 'never',
    card: 'title',
  },
  {
    id: 'change',
    exports: ['currentState', 'newState'],
    header: m.requests_change,
    cell: (change) => <ChangeOfState change={change} />,
    sort: 'newState',
  },
  { id: 'reason', header: m.requests_reason, cell: ({ reason }) => <LongText text={reason} /> },
  {
    id: 'photo',
    header: m.requests_photo,
    cell: (change) => (
      <PictureButton
        address={change.thumbnail}
        name={changeTitle(change)}
        onClick={() => actions.zoom(change)}
      />
    ),
  },
  {
    id: 'requested',
    exports: ['createdBy', 'createdAt'],
    header: m.queue_requested,
    cell: (change) => <Asked change={change} />,
    sort: 'id',
  },
  {
    id: 'place',
    header: m.requests_place,
    cell: ({ placeNames }) => <PlacePath names={placeNames} />,
    sort: 'place',
  },
  {
    id: 'assignedUser',
    header: m.assets_assigned_user,
    cell: ({ assignedUser }) => <Cut text={assignedUser ?? m.common_not_given()} />,
    sort: 'assignedUser',
  },
  ...(decided ? [decidedColumn] : []),
  {
    id: 'options',
    header: m.table_options,
    cell: (change) =>
      decided ? <Undo change={change} actions={actions} /> : <Decide change={change} actions={actions} />,
    hidden: 'never',
    card: 'actions',
  },
]

const decidedColumn: StateChangeListColumn = {
  id: 'status',
  header: m.requests_status,
  cell: ({ status }) => <ChangeStatus status={status} />,
  sort: 'status',
}

function Asked({ change: { _id, id, createdBy, createdAt } }: { change: StateChange }) {
  return (
    <WithDetail detail={<Moment at={createdAt} as="ago" />}>
      <PanelLink
        id={_id}
        panel="request"
        inherit
        aria-label={`${createdBy}. ${m.requests_open({ id: formatNumber(id) })}`}
      >
        {createdBy}
      </PanelLink>
    </WithDetail>
  )
}

type CellProps = { change: StateChange; actions: QueueActions }

function Decide({ change, actions: { busy, accept, deny } }: CellProps) {
  const name = changeTitle(change)
  if (change.isMine)
    return (
      <Text size="xs" c="dimmed" className={classes.own ?? ''} title={m.queue_own()}>
        {m.queue_own()}
      </Text>
    )
  return (
    <RowActions name={name}>
      <Button
        size="compact-sm"
        aria-label={m.queue_accept_named({ name })}
        aria-disabled={busy}
        onClick={() => accept(change)}
      >
        {m.queue_accept()}
      </Button>
      <Button
        size="compact-sm"
        variant="light"
        color="red"
        aria-label={m.queue_deny_named({ name })}
        aria-disabled={busy}
        onClick={() => deny(change)}
      >
        {m.queue_deny()}
      </Button>
    </RowActions>
  )
}

function Undo({ change, actions: { busy, undo } }: CellProps) {
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={m.queue_undo_named({ name: changeTitle(change) })}
      aria-disabled={busy}
      onClick={() => undo(change)}
    >
      {m.assets_undo()}
    </Button>
  )
}
