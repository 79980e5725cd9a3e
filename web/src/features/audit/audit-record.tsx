import type { AuditEvent } from '@ats/contract/audit.ts'
import { everywhere, type ScreenTo } from '#kernel/location.ts'
import { useMayOpen } from '#kernel/screen.ts'
import { AnchorLink } from '#ui/link.tsx'
import { PanelLink } from '#ui/panel-link.tsx'
import { kindName } from './audit-texts.ts'

/** The screen that shows one record of a kind. */
const screens: Record<string, ScreenTo> = {
  user: '/dashboard/$location/users/$id',
  role: '/dashboard/$location/view-roles/$id',
}

/** The kind and the end of the id, where ids of one age differ; a link where there is something to open. */
export function RecordName({ line: { recordKind, recordId, action } }: { line: AuditEvent }) {
  const mayOpen = useMayOpen()
  const text = `${kindName(recordKind)} ${recordId.slice(-8)}`
  if (recordKind === 'asset' && mayOpen('/dashboard/$location/manage-asset/view-assets'))
    return (
      <PanelLink id={recordId} inherit>
        {text}
      </PanelLink>
    )
  const to = screens[recordKind]
  if (to === undefined || action.endsWith('.deleted') || !mayOpen(to)) return text
  const link = { to, params: { location: everywhere, id: recordId } }
  return (
    <AnchorLink {...(link as unknown as { to: '/' })} inherit>
      {text}
    </AnchorLink>
  )
}
