import type { ExpectedAsset, InventoryToCount, RoomToCount } from '@ats/contract/inventories/counting.ts'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { messageOf } from '#kernel/http/api-error.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { CountHeader } from '../count-header.tsx'
import classes from '../counting.module.css'
import { AsOf } from '../inventory-choice.tsx'
import { readTags } from '../outbox/outbox.ts'
import { ReaderPart } from '../reader/reader-part.tsx'
import { countedRead, useReaderReads } from '../reader/use-reader-reads.ts'
import { roomName } from '../room-order.ts'
import { SignalSwitches } from '../signal-switches.tsx'
import type { Expected } from '../tag-class.ts'
import type { useSweep } from '../use-sweep.ts'
import own from './find.module.css'
import { leftIn } from './find-queries.ts'
import { type MissingRow, missingRows } from './missing-rows.ts'
import { useHeard } from './use-heard.ts'

const mostShown = 200

type Props = {
  userId: string
  inventory: InventoryToCount
  room: RoomToCount
  rooms: RoomToCount[]
  expected: Expected | undefined
  sweep: ReturnType<typeof useSweep>
  onBack: () => void
}

/** Everything that is missing in an inventory, while a person counts in a room: each read counts there. */
export function FindMissing({ userId, inventory, room, rooms, expected, sweep, onBack }: Props) {
  const { left, query } = useLeft(userId, inventory._id, expected)
  const heard = useHeard()
  const reads = useReaderReads('find', ({ all, fresh }) => {
    heard.hear(all)
    if (fresh.length > 0) sweep.take(fresh.map(countedRead))
  })
  const isRead = (tag: string) => sweep.seen.has(tag)
  const rows = missingRows(left ?? [], { placeId: room._id, isRead, of: heard.of }, heard.now)
  const found = rows.filter((row) => row.isRead).length
  return (
    <>
      <CountHeader
        title={m.findit_missing()}
        above={[inventory.inventoryId, roomName(room, inventory.placeNames)].join(' › ')}
        back={{ label: m.findit_back_to_room(), onBack }}
      >
        <SignalSwitches />
      </CountHeader>
      <ReaderPart reads={reads} />
      {reads.reader?.signal !== true && <p className={own.hint}>{m.findit_presence_only()}</p>}
      <div className={classes.content}>
        {left === undefined && query.isPending && <Loading />}
        {left === undefined && query.isError && (
          <LoadFailed
            text={m.findit_failed()}
            detail={messageOf(query.error, '') || undefined}
            onRetry={() => void query.refetch()}
          />
        )}
        {left !== undefined && (
          <p className={own.progress} role="status">
            {m.findit_found_of({ found: formatNumber(found), total: formatNumber(rows.length) })}
          </p>
        )}
        <AsOf at={query.data?.at} />
        <ul className={classes.choices} aria-label={m.findit_missing()}>
          {rows.slice(0, mostShown).map((row) => (
            <Row key={row.tag} row={row} place={placeOf(row, { inventory, room, rooms })} />
          ))}
        </ul>
        {rows.length > mostShown && (
          <p className={classes.quiet}>
            {m.count_more_lines({ count: formatNumber(rows.length - mostShown) })}
          </p>
        )}
      </div>
    </>
  )
}

/**
 * What nobody has found, without what this device read before. Offline and never asked, all expected assets are
 * left.
 */
function useLeft(userId: string, inventoryId: string, expected: Expected | undefined) {
  const query = useQuery(leftIn(userId, inventoryId))
  const [before, setBefore] = useState<ReadonlySet<string>>()
  useEffect(() => void readTags(userId, inventoryId).then(setBefore), [userId, inventoryId])
  const known: ExpectedAsset[] | undefined =
    query.data?.value ?? (query.isError && expected !== undefined ? [...expected.byTag.values()] : undefined)
  return { query, left: before && known?.filter(({ tag }) => !before.has(tag)) }
}

type Place = Pick<Props, 'inventory' | 'room' | 'rooms'>

function placeOf({ placeId }: ExpectedAsset, { inventory, room, rooms }: Place): string {
  if (placeId === room._id) return m.findit_this_room()
  const home = rooms.find(({ _id }) => _id === placeId)
  return home === undefined ? '' : [...inventory.placeNames.slice(-1), ...home.names].join(' › ')
}

function Row({ row: { assetName, assetTagId, level, isRead }, place }: { row: MissingRow; place: string }) {
  const rounded = Math.round(level ?? 0)
  return (
    <li className={own.row} data-read={isRead}>
      <span className={classes.choiceText}>
        <b>{assetName}</b>
        <small>{[assetTagId, place].filter(Boolean).join(' · ')}</small>
      </span>
      {rounded > 0 && <meter min={0} max={100} value={rounded} aria-label={m.findit_strength()} />}
      {isRead && (
        <span className={classes.state} data-done>
          <IconCheck size={22} aria-hidden="true" />
          {m.findit_read()}
        </span>
      )}
    </li>
  )
}
