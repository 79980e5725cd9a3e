import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { UrlSearch } from '#kernel/url-search.ts'
import { AnchorLink } from '#ui/link.tsx'

/** Marks an entry of the history that the list itself made, so that closing the panel can go back to the one before. */
const opened = { assetPanel: true }

/** Opens the asset's panel beside the list, which stays as it is. */
export function PanelLink({ id, children }: { id: string; children: ReactNode }) {
  const link = { to: '.', search: (before: UrlSearch) => ({ ...before, asset: id }), state: opened }
  return (
    <AnchorLink {...(link as unknown as { to: '/' })} resetScroll={false} inherit>
      {children}
    </AnchorLink>
  )
}

/** The asset whose panel the address opens, and how to close it. */
export function usePanelAddress() {
  const { asset } = useSearch({ strict: false }) as { asset?: string | string[] }
  const isOurs = useLocation({ select: ({ state }) => 'assetPanel' in state })
  const { history } = useRouter()
  const navigate = useNavigate()
  const close = () => {
    if (isOurs) return history.back()
    const search = ({ asset: _, ...rest }: UrlSearch) => rest
    void navigate({ to: '.', search, replace: true, resetScroll: false } as never)
  }
  return { id: typeof asset === 'string' && asset !== '' ? asset : undefined, close }
}
