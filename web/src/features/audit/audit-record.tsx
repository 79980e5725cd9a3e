import type { AuditEvent } from '@ats/contract/audit.ts'
import type { Permission } from '@ats/contract/permissions.ts'
import { everywhere } from '#kernel/location.ts'
import { useSession } from '#kernel/session.ts'
import { AnchorLink } from '#ui/link.tsx'
import { kindName } from './audit-texts.ts'

type Screen = { permission: Permission; link: (id: string) => object; isKeptWhenDeleted?: boolean }

/** Where a record has a screen of its own, and who may open it. */
const screens: Record<string, Screen> = {
  user: {
    permission: 'user-management',
    link: (id) => ({ to: '/dashboard/$location/users/$id', params: { location: everywhere, id } }),
  },
  role: {
    permission: 'user-management',
    link: (id) => ({ to: '/dashboard/$location/view-roles/$id', params: { location: everywhere, id } }),
  },
  asset: {
    permission: 'manage-asset',
    isKeptWhenDeleted: true,
    link: (id) => ({
      to: '/dashboard/$location/manage-asset/view-assets',
      params: { location: everywhere },
      search: { asset: id },
    }),
  },
}

/** The kind and the end of the id, where ids of one age differ; a link where there is something to open. */
export function RecordName({ line: { recordKind, recordId, action } }: { line: AuditEvent }) {
  const permissions = useSession()?.user.permissions ?? []
  const screen = screens[recordKind]
  const text = `${kindName(recordKind)} ${recordId.slice(-8)}`
  const isGone = action.endsWith('.deleted') && !screen?.isKeptWhenDeleted
  if (screen === undefined || isGone || !permissions.includes(screen.permission)) return text
  return (
    <AnchorLink {...(screen.link(recordId) as { to: '/' })} inherit>
      {text}
    </AnchorLink>
  )
}
