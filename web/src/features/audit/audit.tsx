import { useCity } from '#kernel/address/location.ts'
import { useMayOpen } from '#kernel/address/screen.ts'
import { m } from '#texts'
import { lazyPart } from '#ui/lazy/part.tsx'
import { AnchorLink } from '#ui/text/link.tsx'
import { actionName, kindName } from './audit-texts.ts'

export { actionName, kindName }

export const Archived = lazyPart(async () => (await import('./archived.tsx')).Archived)

export const LatestLines = lazyPart(async () => (await import('./latest-lines.tsx')).LatestLines)

type Search = { userId: string } | { recordKind: string; recordId: string }

/** A link to the audit log of a person or a record, for people who may read it. */
export function AuditLink({ search }: { search: Search }) {
  const location = useCity()
  const mayLook = useMayOpen()('/dashboard/$location/audit-log')
  if (!mayLook) return null
  const link = { to: '/dashboard/$location/audit-log', params: { location }, search }
  return (
    <AnchorLink {...(link as unknown as { to: '/' })} size="sm">
      {m.audit_link()}
    </AnchorLink>
  )
}
