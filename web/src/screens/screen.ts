import type { ComponentType } from 'react'
import type { Needed } from '#kernel/address/screen.ts'
import { m } from '#texts'

export type SidebarGroupId = 'admin' | 'masters' | 'manage-asset' | 'report'

/** Groups that only the palette shows. */
export const paletteOnly = {
  you: { label: m.nav_you },
  shop: { label: m.shop_group },
}
export type GroupId = SidebarGroupId | keyof typeof paletteOnly

export type Screen = {
  /** Heads the page, unless the page names the record it shows. */
  title: () => string
  /** What a person needs to open it; everybody else sees no entry and is sent to /unauthorized. */
  permission: Needed
  /** What is done there is only for people who see every place: to others no menu offers it, and the screen says why. */
  onlyEverywhere?: boolean
  /**
   * The groups that list it, and what they call it; none for a screen that others lead to. In the sidebar it is in the first
   * of them that the person sees.
   */
  listed: { [Group in GroupId]?: () => string }
  load: () => Promise<ComponentType>
  /** Without header and sidebar, for paper and small devices. */
  layout?: 'bare'
}

/** A function, so that the list of screens knows their paths but not the types of what they load. */
export const screen = (declared: Screen): Screen => declared
