import type { ComponentProps } from 'react'
import type { UrlSearch } from '#kernel/url-search.ts'
import { AnchorLink } from './link.tsx'

/** Marks an entry of the history that a link made, so that closing the panel can go back to the one before. */
const opened = { assetPanel: true }

/** The asset's panel over the screen that the link is on. */
export const panelLink = (id: string) => ({
  to: '.',
  search: (before: UrlSearch) => ({ ...before, asset: id }),
  state: opened,
  resetScroll: false,
})

type LinkProps = Omit<ComponentProps<typeof AnchorLink>, 'to' | 'search' | 'state'> & { id: string }

/** Opens the asset's panel over the screen, which stays as it is. */
export function PanelLink({ id, ...props }: LinkProps) {
  return <AnchorLink {...(panelLink(id) as unknown as { to: '/' })} {...(props as object)} />
}
