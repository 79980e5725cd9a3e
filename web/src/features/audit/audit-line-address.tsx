import type { AuditEvent } from '@ats/contract/audit.ts'
import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import type { UrlSearch } from '#kernel/address/url-search.ts'
import { AnchorLink } from '#ui/text/link.tsx'
import { actionName } from './audit-texts.ts'

/** Marks a history entry that a link created, so that closing the panel can go back. */
const opened = { auditPanel: true }

/** Opens the panel of an entry over the log, with its own address. */
export function LineLink({ line }: { line: AuditEvent }) {
  const link = {
    to: '.',
    search: (before: UrlSearch) => ({ ...before, line: String(line.id) }),
    state: opened,
    resetScroll: false,
  }
  return (
    <AnchorLink {...(link as unknown as { to: '/' })} inherit>
      {actionName(line.action)}
    </AnchorLink>
  )
}

/** The entry whose panel the address opens, and a function to close it. */
export function useLineAddress() {
  const { line } = useSearch({ strict: false })
  const isOurs = useLocation({ select: ({ state }) => 'auditPanel' in state })
  const { history } = useRouter()
  const navigate = useNavigate()
  const close = () => {
    if (isOurs) return history.back()
    const search = ({ line: _, ...rest }: UrlSearch) => rest
    void navigate({ to: '.', search, replace: true, resetScroll: false })
  }
  return { id: typeof line === 'string' && /^[1-9]\d{0,14}$/.test(line) ? Number(line) : undefined, close }
}
