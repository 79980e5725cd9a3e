import type { ComponentType } from 'react'
import type { Needed } from '#kernel/address/screen.ts'
import { m } from '#texts'

export type SidebarGroupId = 'admin' | 'masters' | 'manage-asset' | 'report'

export const paletteOnly = {
  you: { label: m.nav_you },
  shop: { label: m.shop_group },
}
export type GroupId = SidebarGroupId | keyof typeof paletteOnly

export type Screen = {
  /** The heading of the page, unless the page shows the name of its record. */
  title: () => string
  /** The permission to open it; other people see no menu entry and are redirected to /unauthorized. */
  permission: Needed
  /**
   * Its actions are only for people who see every place: other people get no menu entry, and the screen
   * explains why.
   */
  onlyEverywhere?: boolean
  /**
   * The groups that list it, with its name there; none for a screen that is reached from others. The sidebar
   * shows it only in the first group that the person sees.
   */
  listed: { [Group in GroupId]?: () => string }
  /** Other words that people search for it with. */
  soughtAs?: () => string
  load: () => Promise<ComponentType>
  /** Addresses of data that the screen needs first, in a city or everywhere, with an address without a filter. */
  early?: (city: string) => string[]
  /** Without header and sidebar, for printing and small devices. */
  layout?: 'bare'
}

/** A function, so that the type of the list contains the paths but not the types of the loaded components. */
export const screen = (declared: Screen): Screen => declared
