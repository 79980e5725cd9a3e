import type { ReadClass } from '@ats/contract/inventories/counting.ts'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { counted, formatNumber, formatTime } from '#kernel/words/format.ts'
import { m } from '#texts'
import { confirm } from '#ui/dialog/confirm.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { classNames } from './class-names.ts'
import classes from './counting.module.css'
import { onOutboxChange } from './outbox/outbox-changes.ts'
import { type Photo, photosIn } from './outbox/photos.ts'
import type { CountedRoom } from './outbox/records.ts'
import { undoable } from './outbox/undo.ts'
import own from './room.module.css'
import type { RoomProgress } from './room-progress.ts'
import type { Expected } from './tag-class.ts'
import { undoAndTell } from './undo-and-tell.ts'

const mostShown = 200

type Props = {
  room: CountedRoom
  /** Nothing in a blind count, where nothing says what is expected. */
  progress: RoomProgress | undefined
  seen: ReadonlyMap<string, ReadClass>
  expected: Expected | undefined
  onUndone: () => void
  onClose: () => void
}

/** What is left in the room, and what this device read and photographed in it. */
export function RoomDialog({ room, progress, seen, expected, onUndone, onClose }: Props) {
  const { photos, tags } = useRoomOnDevice(room)
  const nameOf = (tag: string) => expected?.byTag.get(tag)
  const removeAll = async () => {
    const isMeant = await confirm({
      title: m.count_undo_room(),
      question: counted(tags.length, m.count_undo_question_one, m.count_undo_question_other),
      action: m.assets_undo(),
      danger: true,
    })
    if (!isMeant) return
    await undoAndTell(room, tags)
    onUndone()
  }
  return (
    <Dialog title={room.place} onClose={onClose}>
      {progress !== undefined && (
        <Lines
          title={m.count_left_title()}
          lines={progress.left.map((asset) => [asset.tag, asset.assetName, asset.assetTagId])}
          none={m.count_room_all()}
        />
      )}
      <Lines
        title={m.count_tally()}
        lines={[...seen].map(([tag, is]) => [
          tag,
          nameOf(tag)?.assetName ?? tag,
          [nameOf(tag)?.assetTagId, classNames[is]()].filter(Boolean).join(' · '),
        ])}
        none={m.count_read_none()}
      />
      <Lines
        title={m.count_photos_title()}
        lines={photos.map((photo) => [
          photo.sightingId,
          photo.label || photo.note,
          formatTime(new Date(photo.at)),
        ])}
        none={m.count_photos_none()}
      />
      {tags.length > 0 && (
        <Button fullWidth size="md" h={48} variant="default" onClick={() => void removeAll()}>
          {m.count_undo_room()}
        </Button>
      )}
    </Dialog>
  )
}

function useRoomOnDevice(room: CountedRoom) {
  const [known, setKnown] = useState<{ photos: Photo[]; tags: string[] }>({ photos: [], tags: [] })
  useEffect(() => {
    let isGone = false
    const look = async () => {
      const [photos, tags] = await Promise.all([photosIn(room), undoable(room)])
      if (!isGone) setKnown({ photos, tags })
    }
    void look()
    const end = onOutboxChange(() => void look())
    return () => {
      isGone = true
      end()
    }
  }, [room])
  return known
}

type Line = [key: string, text: string, detail: string]

function Lines({ title, lines, none }: { title: string; lines: Line[]; none: string }) {
  const rest = lines.length - mostShown
  return (
    <section aria-label={title}>
      <h3 className={classes.listTitle}>
        {title} ({formatNumber(lines.length)})
      </h3>
      {lines.length === 0 && <p className={classes.quiet}>{none}</p>}
      <ul className={own.lines}>
        {lines.slice(0, mostShown).map(([key, text, detail]) => (
          <li key={key}>
            <b>{text}</b>
            <small>{detail}</small>
          </li>
        ))}
      </ul>
      {rest > 0 && <p className={classes.quiet}>{m.count_more_lines({ count: formatNumber(rest) })}</p>}
    </section>
  )
}
