import type { BulkResult } from '@ats/contract/bulk.ts'
import { counted } from '#kernel/words/format.ts'
import { m } from '#texts'
import { type About, ReasonDialog } from '#ui/form/reason-dialog.tsx'

type Props = {
  denying: About
  deny: (ids: string[], note: string) => Promise<BulkResult>
  onDenied: (reply: BulkResult) => void
  onClose: () => void
}

/** The requester is notified of the reason. */
export function DenyDialog({ denying, deny, onDenied, onClose }: Props) {
  const title = counted(denying.ids.length, m.queue_deny_title_one, m.queue_deny_title)
  return (
    <ReasonDialog
      about={denying}
      title={title}
      reason={{
        label: m.requests_note(),
        description: m.queue_note_hint(),
        required: m.queue_note_required(),
      }}
      submit={{ text: title, sending: m.queue_deciding(), color: 'red' }}
      failure={m.queue_deny_failed()}
      send={deny}
      onDone={onDenied}
      onClose={onClose}
      zIndex={350}
    />
  )
}
