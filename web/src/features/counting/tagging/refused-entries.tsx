import { Alert, Button } from '@mantine/core'
import { messageText } from '#kernel/http/message-text.ts'
import { counted } from '#kernel/words/format.ts'
import { m } from '#texts'
import { type KeptEntry, removeEntry } from '../outbox/entries.ts'

/** What the server rejected after it was saved on the device: these assets have to be looked at again. */
export function RefusedEntries({ entries }: { entries: readonly KeptEntry[] }) {
  if (entries.length === 0) return null
  return (
    <Alert
      color="red"
      role="alert"
      radius={0}
      title={counted(entries.length, m.tagging_refused_one, m.tagging_refused_other)}
    >
      <ul>
        {entries.map(({ id, label, refused }) => (
          <li key={id}>
            <b>{label}</b>: {refused !== undefined && messageText(refused)}{' '}
            <Button size="compact-md" variant="default" onClick={() => void removeEntry(id)}>
              {m.tagging_refused_seen()}
            </Button>
          </li>
        ))}
      </ul>
    </Alert>
  )
}
