import type { StateChange } from '@ats/contract/state-changes.ts'
import { AssetState, TagEnd } from '#features/assets/assets.ts'
import {
  ChangedAsset,
  ChangeStatus,
  LongText,
  type StateChangeListColumn,
} from '#features/state-changes/change-cells.tsx'
import classes from '#features/state-changes/state-changes.module.css'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { PanelLink } from '#ui/dialog/panel-link.tsx'
import { PlacePath } from '#ui/text/cell.tsx'
import { Moment } from '#ui/text/moment.tsx'

const orNotGiven = (text: string | null) => text ?? m.common_not_given()

/** The ids are also the column names of the export. */
export const requestColumns: StateChangeListColumn[] = [
  {
    id: 'id',
    header: m.requests_id,
    cell: ({ _id, id }) => (
      <PanelLink id={_id} panel="request" inherit aria-label={m.requests_open({ id: formatNumber(id) })}>
        {formatNumber(id)}
      </PanelLink>
    ),
    sort: 'id',
  },
  {
    id: 'rfidTagId',
    header: m.requests_rfid_tag_id,
    cell: ({ rfidTagId }) => <TagEnd tag={rfidTagId} />,
    sort: 'rfidTagId',
  },
  {
    id: 'assetTagId',
    header: m.requests_asset_tag_id,
    cell: (change) => <Asset change={change} />,
    sort: 'assetTagId',
    hidden: 'never',
    card: 'title',
  },
  {
    id: 'currentState',
    header: m.requests_current_state,
    cell: ({ currentState }) => <AssetState state={currentState} />,
    sort: 'currentState',
  },
  {
    id: 'newState',
    header: m.requests_new_state,
    cell: ({ newState }) => <AssetState state={newState} />,
    sort: 'newState',
  },
  {
    id: 'createdBy',
    header: m.requests_created_by,
    cell: ({ createdBy, isMine }) => (isMine ? m.requests_by_you({ name: createdBy }) : createdBy),
    sort: 'createdBy',
  },
  {
    id: 'createdAt',
    header: m.requests_created_at,
    cell: ({ createdAt }) => <Moment at={createdAt} />,
    sort: 'createdAt',
  },
  {
    id: 'status',
    header: m.requests_status,
    cell: ({ status }) => <ChangeStatus status={status} />,
    sort: 'status',
  },
  {
    id: 'reason',
    header: m.requests_reason,
    cell: ({ reason }) => <LongText text={reason} />,
    hidden: 'at-first',
  },
  {
    id: 'place',
    header: m.requests_place,
    cell: ({ placeNames }) => <PlacePath names={placeNames} />,
    sort: 'place',
    hidden: 'at-first',
  },
  {
    id: 'decidedBy',
    header: m.requests_decided_by,
    cell: ({ decidedBy }) => orNotGiven(decidedBy),
    sort: 'decidedBy',
    hidden: 'at-first',
  },
  {
    id: 'decidedAt',
    header: m.requests_decided_at,
    cell: ({ decidedAt }) => (decidedAt === null ? m.common_not_given() : <Moment at={decidedAt} />),
    sort: 'decidedAt',
    hidden: 'at-first',
  },
  { id: 'note', header: m.requests_note, cell: ({ note }) => <LongText text={note} />, hidden: 'at-first' },
]

/** A card shows only its first fields, so its title includes the status. */
function Asset({ change }: { change: StateChange }) {
  return (
    <>
      <ChangedAsset change={change} first="assetTagId" />
      <span className={classes.onCard}>
        <ChangeStatus status={change.status} />
      </span>
    </>
  )
}
