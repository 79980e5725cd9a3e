import { ScreenOutlet } from './screen-outlet.tsx'
import classes from './shell.module.css'

/** A screen without header and sidebar, for printing and small devices. */
export function Bare() {
  return (
    <main id="content" tabIndex={-1} className={classes.bare}>
      <ScreenOutlet />
    </main>
  )
}
