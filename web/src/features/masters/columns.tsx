import { isPlace, type MasterKind, parentOf } from '@ats/contract/masters.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { masterTexts } from '#kernel/words/master-texts.ts'
import { m } from '#texts'
import type { Column } from '#ui/table/column.ts'
import { CopyId } from '#ui/text/copy-id.tsx'
import { Moment } from '#ui/text/moment.tsx'
import { NameCell, ParentCell, usesText } from './cells.tsx'
import type { MasterRow } from './queries.ts'
import { MasterActions } from './row-actions.tsx'

/**
 * The same columns for every master: those of the specification, then ours, then the actions. `fixed` omits the
 * actions.
 */
export function columnsOf(kind: MasterKind, fixed: boolean): Column<MasterRow>[] {
  return [
    { id: 'slNo', header: m.masters_sl_no, cell: (row) => formatNumber(row.slNo) },
    {
      id: 'id',
      header: m.masters_id,
      cell: (row) => <CopyId id={row.id} text={String(row.number)} />,
      sort: 'number',
      exports: ['number'],
    },
    {
      id: 'name',
      header: masterTexts[kind].name,
      cell: (row) => <NameCell row={row} />,
      sort: 'name',
      hidden: 'never',
      card: 'title',
    },
    {
      id: 'createdBy',
      header: m.masters_created_by,
      cell: (row) => row.createdBy ?? m.common_not_given(),
      sort: 'createdBy',
    },
    ...(parentOf(kind) === null ? [] : [belongsTo]),
    {
      id: 'uses',
      header: m.masters_uses,
      cell: (row) => usesText(kind, row.uses),
      align: 'end',
      sort: 'uses',
      ...(!isPlace(kind) && kind !== 'asset-state' && { unsorted: m.masters_uses_unsorted }),
    },
    {
      id: 'createdAt',
      header: m.masters_created_at,
      cell: (row) => <Moment at={row.createdAt} as="date" />,
      sort: 'createdAt',
      ...((kind === 'aou' || kind === 'room') && { hidden: 'at-first' as const }),
    },
    ...(fixed && kind !== 'aou' ? [] : [action]),
  ]
}

const belongsTo: Column<MasterRow> = {
  id: 'belongsTo',
  header: m.masters_belongs_to,
  cell: (row) => <ParentCell row={row} />,
  sort: 'path',
  exports: ['path'],
}

const action: Column<MasterRow> = {
  id: 'action',
  header: m.masters_action,
  cell: (row) => <MasterActions row={row} />,
  card: 'actions',
}
