import { Button, Group } from '@mantine/core'
import { saveFile } from '#kernel/download.ts'
import { counted, formatNumber } from '#kernel/format.ts'
import { m } from '#texts'
import { confirm } from '#ui/confirm.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { fileOf } from './outbox/kept-file.ts'
import { removeKept, replaceKept, type Unsent } from './outbox/outbox.ts'
import { reportDevice } from './outbox/sync.ts'
import classes from './unsent.module.css'

type Refused = Unsent['refused'][number]

/** What the server refused, with its reason and ways out, and what other people have still to send. */
export function WaitingDialog({ unsent, onClose }: { unsent: Unsent; onClose: () => void }) {
  return (
    <Dialog title={m.count_waits_title()} onClose={onClose}>
      <ul className={classes.waiting}>
        {unsent.refused.map((kept) => (
          <li key={'sweepId' in kept.value ? kept.value.sweepId : kept.value.sightingId}>
            <RefusedPart kept={kept} />
          </li>
        ))}
        {unsent.others.map(({ name, count }) => (
          <li key={name}>
            <b>{m.count_others({ name, count: formatNumber(count) })}</b>
            <p>{m.count_others_hint({ name })}</p>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

const whatOf = ({ value }: Refused) =>
  'reads' in value
    ? counted(value.reads.length, m.count_tags_one, m.count_tags_other)
    : m.count_refused_sighting({ label: value.label || value.note })

async function sendAgain({ store, value }: Refused) {
  const { refused: _, ...rest } = value
  await replaceKept({ store, value: rest } as Refused)
}

async function remove(kept: Refused) {
  const isMeant = await confirm({
    title: m.count_remove_title(),
    question: m.count_remove_question(),
    action: m.count_remove(),
    danger: true,
  })
  if (!isMeant) return
  await removeKept(kept)
  await reportDevice(kept.value)
}

function RefusedPart({ kept }: { kept: Refused }) {
  const { inventory, place, refused } = kept.value
  const download = () => {
    const { file, name } = fileOf(kept)
    saveFile(file, name)
  }
  return (
    <>
      <b>
        {inventory} · {place} · {whatOf(kept)}
      </b>
      <p role="alert">{refused?.message}</p>
      <Group gap="sm">
        <Button size="md" h={48} variant="default" onClick={download}>
          {m.count_download()}
        </Button>
        <Button size="md" h={48} variant="default" onClick={() => void sendAgain(kept)}>
          {m.count_send_again()}
        </Button>
        <Button size="md" h={48} variant="subtle" color="red" onClick={() => void remove(kept)}>
          {m.count_remove()}
        </Button>
      </Group>
    </>
  )
}
