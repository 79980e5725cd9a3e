import type { PrintJob } from '@ats/contract/print-jobs.ts'
import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { Loading } from '#ui/page/loading.tsx'
import classes from './label-preview.module.css'
import { labelPreview } from './printing-queries.ts'
import { type Shape, shapesOf } from './zpl-drawing.ts'

type Props = { id: string; design: PrintJob['design']; owner: string; dpi: PrintJob['dpi'] }

/** A label as its ZPL draws it. The letters of a printer differ a little. */
export function LabelPreview({ owner, ...label }: Props) {
  const [typed] = useDebouncedValue(owner, 300)
  const { data, error } = useQuery(labelPreview({ ...label, owner: typed }))
  if (data === undefined)
    return error === null ? <Loading /> : <Text role="alert">{messageOf(error, m.error_unexpected())}</Text>
  const { zpl, widthMm, heightMm, dotsPerMm } = data
  return (
    <svg
      role="img"
      aria-label={m.printing_preview()}
      className={classes.label}
      viewBox={`0 0 ${widthMm * dotsPerMm} ${heightMm * dotsPerMm}`}
    >
      {shapesOf(zpl).map((shape) => (
        <Drawn key={`${shape.x} ${shape.y}`} shape={shape} />
      ))}
    </svg>
  )
}

function Drawn({ shape }: { shape: Shape }) {
  const at = `translate(${shape.x} ${shape.y})`
  if (shape.kind === 'dots')
    return <path d={shape.path} transform={`${at} scale(${shape.scale})`} shapeRendering="crispEdges" />
  // The font of printers is narrow.
  return (
    <text transform={`${at} scale(0.78 1)`} y={0.8 * shape.size} fontSize={shape.size} fontWeight={700}>
      {shape.text}
    </text>
  )
}
