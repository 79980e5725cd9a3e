import type { DashboardOverview } from '@ats/contract/dashboard.ts'
import { screenLink, useCity } from '#kernel/address/location.ts'
import { counted } from '#kernel/words/format.ts'
import { m } from '#texts'
import classes from './dashboard.module.css'
import { Section } from './section.tsx'
import { TaskLink } from './task-link.tsx'

type Summary = NonNullable<DashboardOverview['readers']>
type CountText = (given: { count: string }) => string

const statuses: [status: 'active' | 'silent' | 'lost', one: CountText, other: CountText][] = [
  ['silent', m.dashboard_readers_silent_one, m.dashboard_readers_silent_other],
  ['lost', m.dashboard_readers_lost_one, m.dashboard_readers_lost_other],
  ['active', m.dashboard_readers_active_one, m.dashboard_readers_active_other],
]

function lettersText({ deadLetters, deadLettersIsExact }: Summary) {
  const text = counted(deadLetters, m.dashboard_dead_letters_one, m.dashboard_dead_letters_other)
  return deadLettersIsExact ? text : m.reports_more_than({ rows: text })
}

/** The status of the fixed readers; those that need attention come first. */
export function Readers({ readers }: { readers: Summary }) {
  const city = useCity()
  const list = screenLink('/dashboard/$location/readers', city)
  const shown = statuses.filter(([status]) => status === 'active' || readers[status] > 0)
  return (
    <Section title={m.dashboard_readers()}>
      <ul className={classes.tasks}>
        {shown.map(([status, one, other]) => (
          <li key={status}>
            <TaskLink link={{ ...list, search: { status } }} text={counted(readers[status], one, other)} />
          </li>
        ))}
        {readers.deadLetters > 0 && (
          <li>
            <TaskLink
              link={screenLink('/dashboard/$location/dead-letters', city)}
              text={lettersText(readers)}
            />
          </li>
        )}
      </ul>
    </Section>
  )
}
