import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import classes from './find.module.css'
import { type Nearness, nearnessOf } from './strength.ts'

const nearnessTexts: Record<Nearness, () => string> = {
  silent: m.findit_silent,
  far: m.findit_far,
  near: m.findit_near,
  here: m.findit_here,
}

/** The signal as a size, legible at arm's length. */
export function Dial({ level }: { level: number }) {
  const nearness = nearnessOf(level)
  const rounded = Math.round(level)
  return (
    <div className={classes.dial} data-near={nearness}>
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <circle cx="50" cy="50" r="48" className={classes.ring} />
        <circle cx="50" cy="50" r={8 + 0.4 * level} className={classes.core} />
      </svg>
      <meter
        className={classes.meter}
        min={0}
        max={100}
        value={rounded}
        aria-label={m.findit_strength()}
        aria-valuetext={formatNumber(rounded)}
      />
      <p className={classes.nearness} role="status">
        {nearnessTexts[nearness]()}
      </p>
    </div>
  )
}
