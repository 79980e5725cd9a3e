import type { TaggingDay, TaggingDrive } from '@ats/contract/tagging/tagging.ts'
import { useQuery } from '@tanstack/react-query'
import { formatDate, formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { Figures, Loaded } from './figures.tsx'
import { driveDays } from './tagging-queries.ts'

const headers = () => [m.tagging_day(), m.tagging_person(), m.tagging_tagged(), m.tagging_retagged()]
const cellsOf = ({ day, user, tagged, again }: TaggingDay) => [
  formatDate(day),
  user,
  formatNumber(tagged),
  formatNumber(again),
]

/** How much each person tagged on each day. */
export function DriveDays({ drive }: { drive: TaggingDrive }) {
  return (
    <Loaded query={useQuery(driveDays(drive._id))}>
      {(days) => (
        <Figures
          label={m.tagging_view_days()}
          headers={headers()}
          rows={days.map((row) => ({ key: `${row.day} ${row.userId}`, cells: cellsOf(row) }))}
          none={m.tagging_days_none()}
        />
      )}
    </Loaded>
  )
}
