import { CloseButton, Text } from '@mantine/core'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import classes from './registration.module.css'
import type { Registration } from './use-registration.ts'

/** Tags that were scanned meanwhile; each moves into the form once the previous one is registered. */
export function WaitingTags({ registration: { waiting } }: { registration: Registration }) {
  if (waiting.tags.length === 0) return null
  return (
    <section aria-labelledby="waiting-tags" className={classes.waiting}>
      <Text id="waiting-tags" size="sm" fw={600}>
        {m.registration_waiting({ count: formatNumber(waiting.tags.length) })}
      </Text>
      <ul>
        {waiting.tags.map((tag) => (
          <li key={tag}>
            <code>{tag}</code>
            <CloseButton
              size="sm"
              aria-label={m.registration_waiting_remove({ tag })}
              onClick={() => waiting.remove(tag)}
            />
          </li>
        ))}
      </ul>
      <Text size="xs" c="dimmed">
        {m.registration_waiting_hint()}
      </Text>
    </section>
  )
}
