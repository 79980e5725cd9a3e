import type { AuditEvent } from '@ats/contract/audit.ts'
import { everywhere, type ScreenTo } from '#kernel/location.ts'
import { useMayOpen } from '#kernel/screen.ts'
import { AnchorLink } from '#ui/link.tsx'
import { kindName } from './audit-texts.ts'

type Target = { to: ScreenTo; address: (id: string) => object; isKeptWhenDeleted?: boolean }

/** The screen that shows a record of a kind. */
const targets: Record<string, Target> = {
  user: {
    to: '/dashboard/$location/users/$id',
    address: (id) => ({ params: { location: everywhere, id } }),
  },
  role: {
    to: '/dashboard/$location/view-roles/$id',
    address: (id) => ({ params: { location: everywhere, id } }),
  },
  asset: {
    to: '/dashboard/$location/manage-asset/view-assets',
    isKeptWhenDeleted: true,
    address: (id) => ({ params: { location: everywhere }, search: { asset: id } }),
  },
}

/** The kind and the end of the id, where ids of one age differ; a link where there is something to open. */
export function RecordName({ line: { recordKind, recordId, action } }: { line: AuditEvent }) {
  const mayOpen = useMayOpen()
  const target = targets[recordKind]
  const text = `${kindName(recordKind)} ${recordId.slice(-8)}`
  const isGone = action.endsWith('.deleted') && !target?.isKeptWhenDeleted
  if (target === undefined || isGone || !mayOpen(target.to)) return text
  const link = { to: target.to, ...target.address(recordId) }
  return (
    <AnchorLink {...(link as { to: '/' })} inherit>
      {text}
    </AnchorLink>
  )
}
