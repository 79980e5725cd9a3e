import { Button, Group } from '@mantine/core'
import { saveFile } from '#kernel/http/download.ts'
import { counted } from '#kernel/words/format.ts'
import { m } from '#texts'
import { confirm } from '#ui/dialog/confirm.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { lateText, othersText } from './others-text.ts'
import { reportSoon } from './outbox/announcements.ts'
import { fileOf } from './outbox/kept-file.ts'
import { forgetLate, type Late } from './outbox/late.ts'
import { removeKept, replaceKept } from './outbox/outbox.ts'
import { idOf, isSweep, type Part } from './outbox/records.ts'
import { syncNow } from './outbox/sync.ts'
import type { Unsent } from './outbox/unsent.ts'
import classes from './unsent.module.css'

/** Rejected parts with the reason and what to do, and the unsent reads of other people. */
export function WaitingDialog({ unsent, onClose }: { unsent: Unsent; onClose: () => void }) {
  return (
    <Dialog title={m.count_waits_title()} onClose={onClose}>
      <ul className={classes.waiting}>
        {unsent.refused.map((kept) => (
          <li key={idOf(kept)}>
            <RefusedPart kept={kept} />
          </li>
        ))}
        {unsent.late.length > 0 && (
          <li>
            <b>{lateText(unsent.late)}</b>
            {unsent.late.map(({ inventoryId, placeId, inventory, place, count }) => (
              <p key={`${inventoryId} ${placeId}`}>
                {inventory} · {place} · {counted(count, m.count_tags_one, m.count_tags_other)}
              </p>
            ))}
            <p>{m.count_late_hint()}</p>
            <Button size="md" h={48} variant="default" onClick={() => dismiss(unsent.late)}>
              {m.count_late_seen()}
            </Button>
          </li>
        )}
        {unsent.others.map(({ name, count }) => (
          <li key={name}>
            <b>{othersText({ name, count })}</b>
            <p>{m.count_others_hint({ name })}</p>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

const dismiss = (late: Late[]) => {
  for (const { userId } of late) forgetLate(userId)
}

const whatOf = (part: Part) =>
  isSweep(part)
    ? counted(part.reads.length, m.count_tags_one, m.count_tags_other)
    : m.count_refused_sighting({ label: part.label || part.note })

async function sendAgain({ refused: _, ...rest }: Part) {
  await replaceKept(rest as Part)
}

async function remove(kept: Part) {
  const isMeant = await confirm({
    title: m.count_remove_title(),
    question: m.count_remove_question(),
    action: m.count_remove(),
    danger: true,
  })
  if (!isMeant) return
  await removeKept(kept)
  reportSoon(kept)
  syncNow()
}

function RefusedPart({ kept }: { kept: Part }) {
  const { inventory, place, refused } = kept
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
