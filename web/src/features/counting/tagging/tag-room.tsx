import type { ListedDrive, TaggingRoom } from '@ats/contract/tagging/tagging.ts'
import { Alert } from '@mantine/core'
import { messageOf } from '#kernel/http/api-error.ts'
import { useAssetScans } from '#kernel/scanner/asset-scans.ts'
import { usePlaceScans, useScans } from '#kernel/scanner/scans.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { toast } from '#ui/toast/toast.ts'
import { CountHeader } from '../count-header.tsx'
import classes from '../counting.module.css'
import { ReaderPart } from '../reader/reader-part.tsx'
import { useReaderReads } from '../reader/use-reader-reads.ts'
import { SignalSwitches } from '../signal-switches.tsx'
import { useWakeLock } from '../use-wake-lock.ts'
import { AssetChoice } from './asset-choice.tsx'
import { assetsShown } from './known-assets.ts'
import { RefusedEntries } from './refused-entries.tsx'
import { TaggingBand } from './tagging-band.tsx'
import { TaggingTools } from './tagging-tools.tsx'
import { useTagging } from './use-tagging.ts'

type Props = {
  userId: string
  drive: ListedDrive
  room: TaggingRoom
  rooms: readonly TaggingRoom[]
  /** Goes to another room, or back to the list. */
  onRoom: (id: string | undefined) => void
}

export function TagRoom({ userId, drive, room, rooms, onRoom }: Props) {
  const tagging = useTagging({ userId, driveId: drive._id, placeId: room._id })
  const { list, known, loop, last, failure, refused } = tagging
  useScans(tagging.scan, () => known.byTag.keys())
  useAssetScans((id) => {
    const asset = known.byId.get(id)
    if (asset === undefined) toast.failure(m.tagging_not_in_drive())
    else tagging.choose(asset)
  })
  usePlaceScans((id) => {
    if (id === room._id) toast.success(m.count_room_same())
    else if (rooms.some(({ _id }) => _id === id)) onRoom(id)
    else toast.failure(m.tagging_room_not_here())
  })
  const reader = useReaderReads('tag', ({ fresh }) => {
    for (const { epc } of fresh) tagging.scan(epc)
  })
  useWakeLock()
  const left = assetsShown(known, room._id, '').length
  return (
    <>
      <CountHeader
        title={room.placeNames.at(-1) ?? drive.placeNames.at(-1) ?? ''}
        above={[drive.name, ...room.placeNames.slice(0, -1)].join(' › ')}
        back={{ label: m.count_all_rooms(), onBack: () => onRoom(undefined) }}
      >
        <span className={classes.state}>{m.tagging_room_left({ count: formatNumber(left) })}</span>
        <SignalSwitches />
      </CountHeader>
      <ReaderPart reads={reader} />
      <TaggingBand loop={loop} last={last} />
      {failure && (
        <Alert color="red" role="alert" radius={0}>
          {m.tagging_not_stored()}
        </Alert>
      )}
      <RefusedEntries entries={refused} />
      <TaggingTools tagging={tagging} />
      {list.isPending && <Loading />}
      {list.isLoadingError && (
        <LoadFailed
          text={m.tagging_assets_failed()}
          detail={messageOf(list.error, '') || undefined}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.data !== undefined && <AssetChoice tagging={tagging} placeId={room._id} />}
    </>
  )
}
