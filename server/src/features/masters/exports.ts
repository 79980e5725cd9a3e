import { type MasterKind, masterFilter, masters } from '@ats/contract/masters.ts'
import { type SqlBool, sql } from 'kysely'
import { cityNamed } from '#features/places/places.ts'
import {
  exportSource,
  momentColumn,
  numberColumn,
  plainColumn,
  textColumn,
} from '#kernel/files/export-source.ts'
import { countOf, mastersQuery } from './queries.ts'

const columns = {
  number: plainColumn('ID', sql.ref('records.number')),
  id: plainColumn('Record ID', sql.ref('records.id')),
  name: textColumn('Name', sql.ref('records.name')),
  createdBy: textColumn('Created By', sql.ref('records.createdBy')),
  path: textColumn('Belongs To', sql.ref('records.path')),
  uses: numberColumn('Uses', sql.ref('records.uses')),
  createdAt: momentColumn('Created At', sql.ref('records.createdAt')),
}

const titles: Record<MasterKind, string> = {
  city: 'Cities',
  mm: 'MMs',
  property: 'Properties',
  aou: 'AoUs',
  room: 'Rooms',
  'asset-name': 'Asset names',
  'asset-state': 'Asset states',
  vendor: 'Vendors',
  brand: 'Brands',
}

export const exportOf = (kind: MasterKind) =>
  exportSource({
    title: titles[kind],
    permission: masters.list.permission,
    filter: masterFilter.omit({ cursor: true, size: true }),
    columns,
    choose: async (db, actor, filter) => {
      const city = filter.location === undefined ? undefined : await cityNamed(db, actor, filter.location)
      const { rows, order } = mastersQuery(db, actor, kind, { ...filter, cityId: city?.id })
      const keyed = rows.select([order.by.as('sort_key'), order.id.as('sort_id')])
      const direction = sql.raw(filter.direction)
      return {
        from: sql`(${keyed}) as records`,
        where: sql<SqlBool>`true`,
        order: sql`records.sort_key ${direction}, records.sort_id ${direction}`,
        total: await countOf(rows),
      }
    },
  })
