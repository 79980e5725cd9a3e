import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import type { UrlSearch } from '#kernel/url-search.ts'
import type { PanelName } from './panel-link.tsx'

/** The record whose panel of this name the address opens, and how to close it. */
export function usePanelAddress(panel: PanelName) {
  const id = (useSearch({ strict: false }) as UrlSearch)[panel]
  const isOurs = useLocation({ select: ({ state }) => 'isPanel' in state })
  const { history } = useRouter()
  const navigate = useNavigate()
  const close = () => {
    if (isOurs) return history.back()
    const search = ({ [panel]: _, ...rest }: UrlSearch) => rest
    void navigate({ to: '.', search, replace: true, resetScroll: false } as never)
  }
  return { id: typeof id === 'string' && id !== '' ? id : undefined, close }
}
