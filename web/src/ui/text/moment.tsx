import { formatAgo, formatDate, formatExactTime, formatTime } from '#kernel/words/format.ts'
import { useIsOnPaper } from '#ui/print/on-paper.ts'

/** A line ends between the day and the time, or nowhere. */
const inTwoParts = (text: string) => text.replaceAll(' ', '\u00a0').replaceAll(',\u00a0', ', ')

const ways = { date: formatDate, time: formatTime, ago: formatAgo }

/** A point in time in the person's language; the exact time on hover. */
export function Moment({ at, as = 'time' }: { at: string; as?: keyof typeof ways }) {
  const text = ways[as](at)
  return (
    <time dateTime={at} title={formatExactTime(at)}>
      {useIsOnPaper() ? inTwoParts(text) : text}
    </time>
  )
}
