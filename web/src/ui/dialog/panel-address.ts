import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import type { UrlSearch } from '#kernel/address/url-search.ts'
import type { PanelName } from './panel-link.tsx'

/**
 * The id of the record whose panel is open according to the address, and functions to close it or to show
 * another.
 */
export function usePanelAddress(panel: PanelName) {
  const id = useSearch({ strict: false })[panel]
  const isOurs = useLocation({ select: ({ state }) => 'isPanel' in state })
  const { history } = useRouter()
  const navigate = useNavigate()
  const close = () => {
    if (isOurs) return history.back()
    const search = ({ [panel]: _, ...rest }: UrlSearch) => rest
    void navigate({ to: '.', search, replace: true, resetScroll: false })
  }
  /** Replaces the history entry, so that Back still leads to the screen without the panel. */
  const show = (id: string) => {
    const search = (before: UrlSearch) => ({ ...before, [panel]: id })
    void navigate({ to: '.', search, replace: true, state: true, resetScroll: false })
  }
  return { show, id: typeof id === 'string' && id !== '' ? id : undefined, close }
}
