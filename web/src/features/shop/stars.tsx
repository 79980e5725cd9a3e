import { m } from '#texts'
import classes from './shop.module.css'

/** Filled and empty stars, with the number as accessible text. */
export function Stars({ rating }: { rating: number }) {
  return (
    <span role="img" aria-label={m.shop_rating_of({ rating })} className={classes.stars}>
      {'★'.repeat(rating)}
      <span>{'★'.repeat(5 - rating)}</span>
    </span>
  )
}
