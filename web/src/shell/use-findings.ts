import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { finders } from '#app/finders.ts'
import { home, paletteGroups } from '#app/menu.ts'
import type { Finding } from '#kernel/finder.ts'
import { screenLink, useCity } from '#kernel/location.ts'
import { useSession } from '#kernel/session.ts'
import { m } from '#texts'

export type FindingGroup = { id: string; label: string; findings: Finding[] }

const shortestText = 2
const pause = 150

/** Screens by their names, and what the finders know of the text. */
export function useFindings(typed: string) {
  const text = typed.trim()
  const [asked] = useDebouncedValue(text, pause)
  const permitted = usePermittedFinders()
  const city = useCity()
  const results = useQueries({
    queries: permitted.map((finder) => ({
      queryKey: ['find', finder.id, asked, city],
      queryFn: ({ signal }: { signal: AbortSignal }) => finder.find(asked, city, signal),
      enabled: asked.length >= shortestText,
      staleTime: 5_000,
      placeholderData: keepPreviousData<Finding[]>,
    })),
  })
  const wanted = text.length >= shortestText && permitted.length > 0
  const others = permitted.map((finder, index) => ({
    id: finder.id,
    label: finder.label(),
    findings: wanted ? (results[index]?.data ?? []) : [],
  }))
  const screens = { id: 'screens', label: m.palette_results(), findings: useScreens(text) }
  return {
    groups: [screens, ...others].filter(({ findings }) => findings.length > 0),
    /** How many of the findings belong to the text as it is now, however slow the server is. */
    current: screens.findings.length,
    searching: wanted && (asked !== text || results.some(({ isFetching }) => isFetching)),
    failed: wanted && results.some(({ isError }) => isError),
  }
}

export function usePermittedFinders() {
  const permissions = useSession()?.user.permissions ?? []
  return finders.filter(({ permission }) => permissions.includes(permission))
}

function useScreens(text: string): Finding[] {
  const permissions = useSession()?.user.permissions ?? []
  const city = useCity()
  const all = [
    { ...home, group: m.app_sidebar_title() },
    ...paletteGroups(permissions).flatMap((group) =>
      group.items.map((item) => ({ ...item, group: group.label() })),
    ),
  ]
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const seen = new Set<string>()
  const matching = all.filter(({ label, group, to }) => {
    const name = `${label()} ${group}`.toLowerCase()
    if (seen.has(to) || !words.every((word) => name.includes(word))) return false
    return seen.add(to)
  })
  return matching.map(({ label, group, to }) => ({
    id: to,
    text: label(),
    detail: group,
    link: screenLink(to, city),
  }))
}
