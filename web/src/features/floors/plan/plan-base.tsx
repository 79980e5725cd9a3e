import type { Floor, PlanShape } from '@ats/contract/floors.ts'
import { useQuery } from '@tanstack/react-query'
import { picture } from '#kernel/http/picture.ts'
import { useBlobUrl } from '#ui/lazy/blob-url.ts'
import { cutText, type Size, scaled } from './geometry.ts'
import classes from './plan.module.css'

/** The address changes with the picture, so that it can be cached. */
const pictureAddress = ({ _id, picture: version }: Pick<Floor, '_id' | 'picture'>) =>
  version === null ? null : `/api/v1/floors/${_id}/picture?v=${encodeURIComponent(version)}`

type PictureProps = { floor: Pick<Floor, '_id' | 'picture'>; size: Size }

/** The picture below the rooms; while it loads, or without one, the empty sheet. */
export function PlanPicture({ floor, size }: PictureProps) {
  const url = useBlobUrl(useQuery(picture(pictureAddress(floor))).data)
  return (
    <>
      <rect className={classes.sheet} {...size} />
      {url !== undefined && (
        <image className={classes.picture} href={url} {...size} preserveAspectRatio="none" />
      )}
    </>
  )
}

const labelSize = 11

export function PlanShapes({ shapes, size }: { shapes: readonly PlanShape[]; size: Size }) {
  return shapes.map((shape) => <Shape key={JSON.stringify(shape)} shape={shape} size={size} />)
}

function Shape({ shape: { box, label }, size }: { shape: PlanShape; size: Size }) {
  const { x, y, width, height } = scaled(box, size)
  const text = height < labelSize ? '' : cutText(label, width - 6, labelSize)
  return (
    <g>
      <rect className={classes.shape} {...{ x, y, width, height }} />
      {text !== '' && (
        <text className={classes.shapeLabel} x={x + width / 2} y={y + height / 2} fontSize={labelSize}>
          {text}
        </text>
      )}
    </g>
  )
}
