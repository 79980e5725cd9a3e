import type { ComponentProps } from 'react'
import type { UrlSearch } from '#kernel/address/url-search.ts'
import { AnchorLink } from '#ui/text/link.tsx'

/** Panels that any screen can show, by their search parameter. */
export type PanelName = 'asset' | 'request'

/** Marks a history entry that a link created, so that closing the panel can go back. */
const opened = { isPanel: true }

/**
 * Opens a record's panel over the current screen and replaces another open panel; Back returns to that one.
 */
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

/** Opens the panel of an asset or another record over the current screen. */
export function PanelLink({ id, panel, ...props }: LinkProps) {
  return <AnchorLink {...panelLink(id, panel)} {...(props as object)} />
}
