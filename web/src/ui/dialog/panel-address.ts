import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import type { UrlSearch } from '#kernel/address/url-search.ts'
import type { PanelName } from './panel-link.tsx'

/** The record whose panel of this name the address opens, how to close it and how to show another. */
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
  /** Another record in the same panel: Back still leads to the screen without it. */
  const show = (id: string) => {
    const search = (before: UrlSearch) => ({ ...before, [panel]: id })
    void navigate({ to: '.', search, replace: true, state: true, resetScroll: false })
  }
  return { show, id: typeof id === 'string' && id !== '' ? id : undefined, close }
}
