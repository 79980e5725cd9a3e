import type { RoomFacts } from '@ats/contract/floors.ts'
import { UnstyledButton } from '@mantine/core'
import { IconArrowNarrowDown, IconArrowNarrowUp } from '@tabler/icons-react'
import { memo, useState } from 'react'
import { compareTexts, counted, formatNumber } from '#kernel/words/format.ts'
import { useLanguage } from '#kernel/words/language.ts'
import { shownName } from '#kernel/words/seeded-names.ts'
import { m } from '#texts'
import type { Layer } from './layers.ts'
import type { NamedRoom } from './named-room.ts'
import classes from './plan.module.css'
import side from './side.module.css'

type Cell = { header: () => string; value: (facts: RoomFacts) => string; isText?: boolean }

const count =
  (of: (count: NonNullable<RoomFacts['count']>) => number) =>
  ({ count: progress }: RoomFacts) =>
    progress === null ? '–' : formatNumber(of(progress))

const cells: Record<Layer, Cell[]> = {
  assets: [
    { header: m.floors_column_assets, value: ({ assets }) => formatNumber(assets) },
    {
      header: m.floors_column_state,
      value: ({ states: [most] }) => (most === undefined ? '–' : shownName(most.state)),
      isText: true,
    },
  ],
  now: [{ header: m.floors_column_present, value: ({ present }) => formatNumber(present) }],
  elsewhere: [
    { header: m.floors_column_strangers, value: ({ strangers }) => formatNumber(strangers) },
    { header: m.floors_column_away, value: ({ away }) => formatNumber(away) },
  ],
  count: [
    { header: m.floors_column_found, value: count(({ found }) => found) },
    { header: m.floors_column_expected, value: count(({ expected }) => expected) },
    { header: m.floors_column_unexpected, value: count(({ unexpected }) => unexpected) },
  ],
}
const matchCell: Cell = {
  header: m.floors_column_matches,
  value: ({ matches }) => formatNumber(matches ?? 0),
}

type Props = {
  rooms: readonly NamedRoom[]
  blank: number
  facts: ReadonlyMap<string, RoomFacts>
  layer: Layer
  isSearching: boolean
  onChoose: (placeId: string) => void
}

/** The same facts as on the plan, as a table. */
export function RoomTable({ rooms, blank, facts, layer, isSearching, onChoose }: Props) {
  const [direction, setDirection] = useState<'ascending' | 'descending'>('ascending')
  const sign = direction === 'ascending' ? 1 : -1
  const sorted = rooms.toSorted((one, other) => sign * compareTexts(one.name, other.name))
  const shown = [...cells[layer], ...(isSearching ? [matchCell] : [])]
  const Icon = direction === 'ascending' ? IconArrowNarrowUp : IconArrowNarrowDown
  return (
    <>
      <div className={side.tableBox}>
        <table className={side.table} aria-label={m.floors_rooms()}>
          <thead>
            <tr>
              <th scope="col" aria-sort={direction}>
                <UnstyledButton
                  className={side.plain ?? ''}
                  onClick={() => setDirection(sign === 1 ? 'descending' : 'ascending')}
                >
                  {m.floors_room()}
                  <Icon size={14} aria-hidden="true" />
                </UnstyledButton>
              </th>
              {shown.map(({ header, isText }) => (
                <th key={header()} scope="col" data-text={isText}>
                  {header()}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.map((room) => (
              <Row
                key={room.placeId}
                {...{ room, layer, isSearching, onChoose }}
                facts={facts.get(room.placeId)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {blank > 0 && <p className={classes.quiet}>{counted(blank, m.floors_blank_one, m.floors_blank)}</p>}
    </>
  )
}

type RowProps = Pick<Props, 'layer' | 'isSearching' | 'onChoose'> & {
  room: NamedRoom
  facts: RoomFacts | undefined
}

const Row = memo(function Row({ room, facts, layer, isSearching, onChoose }: RowProps) {
  useLanguage()
  return (
    <tr>
      <th scope="row">
        <UnstyledButton className={side.plain ?? ''} onClick={() => onChoose(room.placeId)}>
          {room.name}
        </UnstyledButton>
      </th>
      {[...cells[layer], ...(isSearching ? [matchCell] : [])].map(({ header, value, isText }) => (
        <td key={header()} data-text={isText}>
          {facts === undefined ? '–' : value(facts)}
        </td>
      ))}
    </tr>
  )
})
