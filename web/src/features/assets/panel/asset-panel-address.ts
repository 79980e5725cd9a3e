import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import type { UrlSearch } from '#kernel/url-search.ts'

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
  /** Another asset in the same panel: Back still leads to the screen without it. */
  const show = (id: string) => {
    const search = (before: UrlSearch) => ({ ...before, asset: id })
    void navigate({
      to: '.',
      search,
      replace: true,
      state: true,
      resetScroll: false,
    } as never)
  }
  return { show, id: typeof asset === 'string' && asset !== '' ? asset : undefined, close }
}
