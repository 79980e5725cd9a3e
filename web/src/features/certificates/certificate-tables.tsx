import type { Certificate } from '@ats/contract/certificates/certificates.ts'
import type { CertificateContent } from '@ats/contract/certificates/content.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { actionTexts, itemClassNames } from '#kernel/words/inventory-words.ts'
import { m } from '#texts'
import { PrintedTable } from '#ui/print/printed-table.tsx'
import type { Column as ListColumn } from '#ui/table/column.ts'
import { pathOf } from './certificate-words.ts'

type Column<Row> = Pick<ListColumn<Row>, 'id' | 'header' | 'cell' | 'align'>
type Room = CertificateContent['rooms'][number]
type Discrepancy = CertificateContent['discrepancies'][number]

const figure = (id: string, header: () => string, of: (room: Room) => number): Column<Room> => ({
  ...{ id, header, align: 'end' },
  cell: (room) => formatNumber(of(room)),
})

const roomColumns = (top: string): Column<Room>[] => [
  { id: 'room', header: m.inventory_room, cell: ({ names }) => (names.length === 0 ? top : pathOf(names)) },
  figure('expected', m.cert_expected, ({ expected }) => expected),
  figure('found', m.cert_found, ({ found }) => found),
  figure('missing', m.cert_missing, ({ expected, found }) => expected - found),
  figure('misplaced', m.cert_misplaced_here, ({ misplaced }) => misplaced),
  figure('outside', itemClassNames.outside, ({ outside }) => outside),
  figure('binned', itemClassNames.binned, ({ binned }) => binned),
  figure('unknown', itemClassNames.unknown, ({ unknown }) => unknown),
  {
    ...{ id: 'covered', header: m.cert_covered },
    cell: ({ covered }) => (covered ? m.common_yes() : m.common_no()),
  },
]

export function RoomTable({ content: { rooms, roomsLeftOut, placeNames } }: { content: CertificateContent }) {
  return (
    <section>
      <h2>{m.cert_rooms({ count: formatNumber(rooms.length + roomsLeftOut) })}</h2>
      <PrintedTable
        label={m.inventory_rooms()}
        columns={roomColumns(placeNames.at(-1) ?? '')}
        rows={rooms}
        rowId={({ placeId }) => placeId}
      />
      {roomsLeftOut > 0 && <p>{m.cert_more({ count: formatNumber(roomsLeftOut) })}</p>}
    </section>
  )
}

const joined = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' · ')

function discrepancyColumns({ content, texts, people }: Certificate): Column<Discrepancy>[] {
  const names = new Map(content.rooms.map((room) => [room.placeId, room.names]))
  const placeOf = (id: string | null) => {
    if (id === null) return m.common_not_given()
    const path = names.get(id) ?? []
    return pathOf(path.length === 0 ? content.placeNames.slice(-1) : path)
  }
  const written = ({ itemId }: Discrepancy) => texts.items[itemId]
  return [
    { id: 'class', header: m.cert_class, cell: (row) => itemClassNames[row.class]() },
    {
      ...{ id: 'item', header: m.inventory_item },
      cell: (row) => joined(row.assetTagId, written(row)?.name, written(row)?.note) || m.common_not_given(),
    },
    { id: 'tag', header: m.unknown_tags_tag, cell: ({ tag }) => tag ?? m.common_not_given() },
    { id: 'expected', header: m.inventory_expected_in, cell: (row) => placeOf(row.expectedPlaceId) },
    { id: 'seen', header: m.inventory_seen_in, cell: (row) => placeOf(row.seenPlaceId) },
    {
      ...{ id: 'outcome', header: m.investigation_outcome },
      cell: (row) =>
        row.action === null
          ? m.cert_undecided()
          : joined(
              actionTexts[row.action](),
              written(row)?.reason,
              row.decidedBy && people[row.decidedBy],
              row.failed ? written(row)?.outcome : null,
            ),
    },
  ]
}

export function DiscrepancyTable({ certificate }: { certificate: Certificate }) {
  const { discrepancies, discrepanciesLeftOut } = certificate.content
  const count = discrepancies.length + discrepanciesLeftOut
  return (
    <section>
      <h2>{m.cert_discrepancies({ count: formatNumber(count) })}</h2>
      {count > 0 && (
        <PrintedTable
          label={m.cert_discrepancies({ count: formatNumber(count) })}
          columns={discrepancyColumns(certificate)}
          rows={discrepancies}
          rowId={({ itemId }) => itemId}
        />
      )}
      {discrepanciesLeftOut > 0 && <p>{m.cert_more({ count: formatNumber(discrepanciesLeftOut) })}</p>}
    </section>
  )
}
