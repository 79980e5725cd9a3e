import { encode } from 'uqr'
import classes from './qr-code.module.css'

type Props = {
  text: string
  label: string
  className?: string | undefined
  /** More of it may be dirty or torn. */
  forLabels?: boolean
}

/** Black on white in both themes, because some cameras read nothing else. */
export function QrCode({ text, label, className = '', forLabels = false }: Props) {
  const { data, size } = encode(text, forLabels ? { border: 4, ecc: 'M' } : { border: 2 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      className={`${classes.qr} ${className}`}
      shapeRendering="crispEdges"
    >
      <path d={path.join('')} fill="black" />
    </svg>
  )
}
