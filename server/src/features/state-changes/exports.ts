import { stateChangeFilter, stateChanges } from '@ats/contract/state-changes.ts'
import { sql } from 'kysely'
import {
  exportSource,
  momentColumn,
  nameColumn,
  personColumn,
  plainColumn,
  textColumn,
} from '#kernel/files/export-source.ts'
import { changeOrder, changesAndAssets, placeOfAsset, shownChanges } from './queries.ts'

const own = (column: string) => sql.ref(`state_changes.${column}`)
const stateColumn = (title: string, column: string) =>
  nameColumn(title, { table: 'asset_states', id: `state_changes.${column}` })

export const stateChangeExport = exportSource({
  title: 'State change requests',
  permission: stateChanges.list.permission,
  filter: stateChangeFilter.omit({ cursor: true, size: true }),
  columns: {
    id: plainColumn('Id', own('number')),
    rfidTagId: textColumn('RFID Tag Id', sql.ref('assets.rfid_tag')),
    assetTagId: plainColumn('Asset Tag Id', sql`asset_tag_id(assets.number)`),
    assetName: nameColumn('Asset Name', { table: 'asset_names', id: 'assets.name_id' }),
    place: textColumn('Place', placeOfAsset),
    currentState: stateColumn('Current State', 'from_state_id'),
    newState: stateColumn('New State', 'to_state_id'),
    reason: textColumn('Reason', own('reason')),
    status: plainColumn('Status', own('status')),
    createdBy: personColumn('Created By', 'state_changes.created_by'),
    createdAt: momentColumn('Created At', own('created_at')),
    decidedBy: personColumn('Decided By', 'state_changes.decided_by'),
    decidedAt: momentColumn('Decided At', own('decided_at')),
    note: textColumn('Note', own('note')),
  },
  choose: async (db, actor, filter) => ({
    from: changesAndAssets,
    ...(await shownChanges(db, actor, filter)),
    order: changeOrder(filter),
  }),
})
