import type { Asset } from '@ats/contract/assets/assets.ts'
import { IconCalendarX } from '@tabler/icons-react'
import { formatDate } from '#kernel/words/format.ts'
import { m } from '#texts'
import { useIsOnPaper } from '#ui/print/on-paper.ts'
import { isOver, rentalEnd } from './rental-end.ts'
import classes from './rental-ended.module.css'

/** Marks an asset whose rental is over and that should be back with its vendor. */
export function RentalEnded({ asset }: { asset: Asset }) {
  const end = rentalEnd(asset)
  if (useIsOnPaper() || end === undefined || !isOver(end)) return null
  return (
    <span className={classes.ended} title={m.assets_rental_ended_on({ date: formatDate(end) })}>
      <IconCalendarX size={12} aria-hidden="true" />
      {m.assets_rental_ended()}
    </span>
  )
}
