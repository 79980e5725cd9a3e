import type { Reader, ReadPoint } from '@ats/contract/readers.ts'
import { Button, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { sentPoint, useSetReadPoints } from '#features/readers/reader-queries.ts'
import { antennaText, pathText, pointTexts } from '#features/readers/reader-texts.tsx'
import classes from '#features/readers/readers.module.css'
import { messageOf } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { lazyPart } from '#ui/lazy/part.tsx'
import { toast } from '#ui/toast/toast.ts'

const ReadPointDialog = lazyPart(async () => (await import('./read-point-dialog.tsx')).ReadPointDialog)

export function ReadPoints({ reader }: { reader: Reader }) {
  const [edited, setEdited] = useState<ReadPoint | 'new' | null>(null)
  const remove = useRemovePoint(reader)
  return (
    <>
      {reader.readPoints.length === 0 && <Text size="sm">{m.readers_points_none()}</Text>}
      <ul className={classes.points} aria-label={m.readers_points()}>
        {reader.readPoints.map((point) => (
          <li key={point._id}>
            <div>
              <strong>{antennaText(point.antenna)}</strong>
              <span>{pathText(point.placeNames)}</span>
              <span className={classes.quiet}>{factsOf(point)}</span>
            </div>
            <PointButtons
              point={point}
              onChange={() => setEdited(point)}
              onRemove={() => void remove(point)}
            />
          </li>
        ))}
      </ul>
      <div>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          onClick={() => setEdited('new')}
        >
          {m.readers_point_add()}
        </Button>
      </div>
      {edited !== null && (
        <ReadPointDialog
          reader={reader}
          {...(edited !== 'new' && { point: edited })}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}

const factsOf = ({ kind, minRssi }: ReadPoint) =>
  [
    pointTexts[kind](),
    ...(minRssi === null ? [] : [m.readers_point_rssi_text({ rssi: String(minRssi) })]),
  ].join(' · ')

type ButtonsProps = { point: ReadPoint; onChange: () => void; onRemove: () => void }

function PointButtons({ point, onChange, onRemove }: ButtonsProps) {
  const name = antennaText(point.antenna)
  return (
    <span className={classes.buttons}>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={m.readers_change_named({ name })}
        onClick={onChange}
      >
        {m.readers_change()}
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        color="red"
        aria-label={m.readers_point_remove_named({ name })}
        onClick={onRemove}
      >
        {m.readers_point_remove()}
      </Button>
    </span>
  )
}

/** Removes without a confirmation, with an undo: reads are kept. */
function useRemovePoint(reader: Reader) {
  const save = useSetReadPoints(reader._id)
  const all = reader.readPoints
  const send = async (
    points: ReadPoint[],
    version: number,
    text: string,
    undo?: (version: number) => void,
  ) => {
    try {
      const saved = await save({ readPoints: points.map(sentPoint), version })
      toast.success(text, undo && { text: m.assets_undo(), run: () => undo(saved.version) })
    } catch (error) {
      toast.failure(m.readers_save_failed(), messageOf(error, m.error_unexpected()))
    }
  }
  return (point: ReadPoint) => {
    const name = antennaText(point.antenna)
    const undo = (version: number) => void send(all, version, m.readers_point_saved({ name }))
    return send(
      all.filter(({ _id }) => _id !== point._id),
      reader.version,
      m.readers_point_removed({ name }),
      undo,
    )
  }
}
