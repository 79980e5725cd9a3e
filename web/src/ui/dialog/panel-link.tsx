import type { ComponentProps } from 'react'
import type { UrlSearch } from '#kernel/address/url-search.ts'
import { AnchorLink } from '#ui/text/link.tsx'

/** What can stand beside any screen, by its name in the address. */
export type PanelName = 'asset' | 'request'

/** Marks an entry of the history that a link made, so that closing the panel can go back to the one before. */
const opened = { isPanel: true }

/** A record's panel over the screen that the link is on. Another panel makes room for it; Back returns to that one. */
export const panelLink = (id: string, panel: PanelName = 'asset') => ({
  to: '.' as const,
  search: ({ asset: _, request: __, ...rest }: UrlSearch) => ({ ...rest, [panel]: id }),
  state: opened,
  resetScroll: false,
})

type LinkProps = Omit<ComponentProps<typeof AnchorLink>, 'to' | 'search' | 'state'> & {
  id: string
  panel?: PanelName
}

/** Opens the panel of an asset, or of another record, over the screen, which stays as it is. */
export function PanelLink({ id, panel, ...props }: LinkProps) {
  return <AnchorLink {...panelLink(id, panel)} {...(props as object)} />
}
