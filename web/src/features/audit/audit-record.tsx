import type { AuditEvent } from '@ats/contract/audit.ts'
import { kindNamed } from '@ats/contract/record-kinds.ts'
import { everywhere, type ScreenTo } from '#kernel/location.ts'
import { useMayOpen } from '#kernel/screen.ts'
import { AnchorLink } from '#ui/link.tsx'
import { kindName } from './audit-texts.ts'

/** Where the record is shown to this person; undefined where it is not. */
function useScreenOf({ recordKind, recordId, action }: AuditEvent) {
  const mayOpen = useMayOpen()
  const screen = kindNamed(recordKind)?.screen ?? null
  if (screen === null || !mayOpen(screen.path as ScreenTo)) return undefined
  if (action.endsWith('.deleted') && !screen.showsDeleted) return undefined
  return {
    to: screen.path,
    params: { location: everywhere, id: recordId },
    ...(screen.search !== undefined && { search: { [screen.search]: recordId } }),
  }
}

/** The kind and the end of the id, where ids of one age differ; a link where there is something to open. */
export function RecordName({ line }: { line: AuditEvent }) {
  const link = useScreenOf(line)
  const text = `${kindName(line.recordKind)} ${line.recordId.slice(-8)}`
  if (link === undefined) return text
  return (
    <AnchorLink {...(link as unknown as { to: '/' })} inherit>
      {text}
    </AnchorLink>
  )
}
