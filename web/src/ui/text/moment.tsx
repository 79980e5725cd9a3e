import { formatAgo, formatDate, formatExactTime, formatTime } from '#kernel/words/format.ts'

const ways = { date: formatDate, time: formatTime, ago: formatAgo }

/** A point in time in the person's language; the exact time on hover. */
export function Moment({ at, as = 'time' }: { at: string; as?: keyof typeof ways }) {
  return (
    <time dateTime={at} title={formatExactTime(at)}>
      {ways[as](at)}
    </time>
  )
}
