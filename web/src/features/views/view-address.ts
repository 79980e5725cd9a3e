import type { SavedView } from '@ats/contract/views.ts'
import type { LinkProps } from '@tanstack/react-router'
import { listScreen, reportScreen } from '#kernel/address/list-screen.ts'
import { everywhere, screenLink } from '#kernel/address/location.ts'

/** A link to the list of a view, with its filter. */
export function viewLink({ list, filter }: Pick<SavedView, 'list' | 'filter'>): LinkProps | undefined {
  const to = listScreen(list)
  if (to === undefined) return undefined
  const { location = everywhere, ...search } = filter
  const link = screenLink(to, location) as { params?: object; search?: object }
  return {
    to,
    ...(link.params && { params: { ...link.params, ...(to === reportScreen && { report: list }) } }),
    search: { ...search, ...link.search },
  }
}
