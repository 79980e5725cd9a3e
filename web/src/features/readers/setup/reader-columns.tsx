import type { Reader } from '@ats/contract/readers.ts'
import { useMemo } from 'react'
import { adapterTexts, LastRead, ReaderStatusBadge, rateText } from '#features/readers/reader-texts.tsx'
import { useCity } from '#kernel/address/location.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import type { Column } from '#ui/table/column.ts'
import { PlacePath } from '#ui/text/cell.tsx'
import { AnchorLink } from '#ui/text/link.tsx'

const readerColumns = (city: string): Column<Reader>[] => [
  {
    id: 'name',
    header: m.readers_name,
    cell: ({ _id, name }) => (
      <AnchorLink to="/dashboard/$location/readers/$id" params={{ location: city, id: _id }} fw={600} inherit>
        {name}
      </AnchorLink>
    ),
    hidden: 'never',
    card: 'title',
  },
  {
    id: 'status',
    header: m.readers_status,
    cell: ({ status }) => <ReaderStatusBadge status={status} />,
    card: 'third',
  },
  {
    id: 'place',
    header: m.readers_place,
    cell: ({ placeNames }) => <PlacePath names={placeNames} />,
    card: 'second',
  },
  { id: 'lastRead', header: m.readers_last_read, cell: (reader) => <LastRead reader={reader} /> },
  { id: 'rate', header: m.readers_rate, hint: m.readers_rate_hint, cell: rateText, align: 'end' },
  {
    id: 'points',
    header: m.readers_points,
    hint: m.readers_points_hint,
    cell: ({ readPoints }) => formatNumber(readPoints.length),
    align: 'end',
  },
  {
    id: 'adapter',
    header: m.readers_adapter,
    cell: ({ adapter }) => adapterTexts[adapter](),
    hidden: 'at-first',
  },
  {
    id: 'deadLetters',
    header: m.dead_letters_title,
    cell: ({ health }) => formatNumber(health.deadLetters),
    align: 'end',
    hidden: 'at-first',
  },
]

export function useReaderColumns() {
  const city = useCity()
  return useMemo(() => readerColumns(city), [city])
}
