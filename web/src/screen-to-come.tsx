import { useMatches } from '@tanstack/react-router'
import { NotAvailableYet } from '#ui/not-available-yet.tsx'
import { notAvailableYet } from './not-available-yet.ts'

const titles: Record<string, () => string> = notAvailableYet

/** Names itself after the route it stands in for. */
export function ScreenToCome() {
  const route = useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? '' })
  const title = titles[route.replace(/^\/dashboard\/(\$location\/)?/, '')]
  return <NotAvailableYet title={title?.() ?? ''} />
}
