import type { ReactNode } from 'react'
import { useIsOnPaper } from '#ui/print/on-paper.ts'
import classes from './cell.module.css'
import { Matched } from './matched.tsx'

/** A text on one line of a row, a sentence on two; the tooltip shows what does not fit. */
export function Cut({ text, as }: { text: string; as?: 'sentence' }) {
  if (useIsOnPaper()) return text
  return (
    <span className={classes.fits} data-as={as} title={text}>
      <span className={classes.cut}>
        <Matched text={text} />
      </span>
    </span>
  )
}

/** A link or a name that is cut like a text. */
export function CutName({ title, children }: { title: string; children: ReactNode }) {
  return (
    <span className={classes.fits} title={title}>
      <span className={classes.cut}>{children}</span>
    </span>
  )
}

/** A name, and on the same line a dimmed detail. */
export function WithDetail({ children, detail }: { children: ReactNode; detail: ReactNode }) {
  if (useIsOnPaper())
    return (
      <>
        {children} {detail}
      </>
    )
  return (
    <span
      className={`${classes.fits} ${classes.pair}`}
      title={typeof detail === 'string' ? detail : undefined}
    >
      <span>
        <span className={classes.first}>{children}</span>
        <span className={classes.detail}>
          {typeof detail === 'string' ? <Matched text={detail} /> : detail}
        </span>
      </span>
    </span>
  )
}

const between = ' > '

/**
 * The path of a place on one line: its last name first and bold, then the way to it, which is cut in the
 * middle. The tooltip and screen readers have the whole path.
 */
export function PlacePath({ names }: { names: readonly string[] }) {
  const whole = names.join(between)
  if (useIsOnPaper()) return whole
  const way = names.slice(0, -1)
  return (
    <span className={`${classes.fits} ${classes.path}`} title={whole}>
      <span>
        {way.length > 0 && (
          <span className={classes.way}>
            {way.length > 1 && <span className={classes.start}>{way.slice(0, -1).join(between)}</span>}
            <span className={classes.end}>
              {way.length > 1 && between}
              {way.at(-1)}
            </span>
            <span className={classes.last}>{between}</span>
          </span>
        )}
        <b>
          <Matched text={names.at(-1) ?? ''} />
        </b>
      </span>
    </span>
  )
}

/** A path that is a text, such as 'Indore > Warehouse'. */
export const PlaceText = ({ path }: { path: string }) => <PlacePath names={path.split(between)} />
