import { coverFilter, covers } from '@ats/contract/covers.ts'
import { type SqlBool, sql } from 'kysely'
import { fullNameOf } from '#kernel/db/full-name.ts'
import {
  dayColumn,
  exportSource,
  momentColumn,
  numberColumn,
  plainColumn,
  textColumn,
} from '#kernel/files/export-source.ts'
import { assetCountFor, coverOrder, shownCovers, stateOf, vendorName } from './queries.ts'

const own = (column: string) => sql.ref(`listed.${column}`)

export const coverExport = exportSource({
  title: 'Covers',
  permission: covers.list.permission,
  filter: coverFilter.omit({ cursor: true, size: true }),
  columns: {
    kind: plainColumn('Kind', own('kind')),
    name: textColumn('Name', own('name')),
    vendor: textColumn('Vendor', own('vendor')),
    startsOn: dayColumn('First Day', own('starts_on')),
    endsOn: dayColumn('Last Day', own('ends_on')),
    state: plainColumn('State', own('state')),
    cost: numberColumn('Cost (Smallest Unit)', own('cost')),
    currency: plainColumn('Currency', own('currency')),
    assets: numberColumn('Assets', own('assets')),
    note: textColumn('Note', own('note')),
    cancelReason: textColumn('Cancelled Because', own('cancel_reason')),
    createdBy: textColumn('Created By', own('created_by')),
    createdAt: momentColumn('Created At', own('created_at')),
  },
  choose: async (db, actor, filter, zone) => {
    const { where, total } = await shownCovers(db, actor, filter, zone)
    const rows = sql`select covers.kind, covers.name, ${vendorName} as vendor, covers.starts_on::text as starts_on,
        covers.ends_on::text as ends_on, ${stateOf(zone)} as state, covers.cost::text as cost, covers.currency,
        ${assetCountFor(actor)}::text as assets, covers.note, covers.cancel_reason,
        ${fullNameOf('covers.created_by')} as created_by, covers.created_at,
        row_number() over (order by ${coverOrder(filter)}) as position
      from covers where ${where}`
    return { from: sql`(${rows}) as listed`, where: sql<SqlBool>`true`, order: sql`listed.position`, total }
  },
})
