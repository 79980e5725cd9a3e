import type { BulkResult } from '@ats/contract/bulk.ts'
import { useIgnoreSightings } from '#features/readers/sightings/sighting-queries.ts'
import { counted } from '#kernel/words/format.ts'
import { m } from '#texts'
import { type About, ReasonDialog } from '#ui/form/reason-dialog.tsx'

type Props = { leaving: About; onLeft: (reply: BulkResult, ids: string[]) => void; onClose: () => void }

/** Keeps assets at their registered place. */
export function LeaveDialog({ leaving, onLeft, onClose }: Props) {
  const ignore = useIgnoreSightings()
  return (
    <ReasonDialog
      about={leaving}
      title={counted(leaving.ids.length, m.elsewhere_ignore_title_one, m.elsewhere_ignore_title)}
      text={m.elsewhere_ignore_text()}
      submit={{ text: m.elsewhere_ignore() }}
      failure={m.elsewhere_ignore_failed()}
      send={(ids, reason) => ignore({ ids, reason })}
      onDone={onLeft}
      onClose={onClose}
    />
  )
}
