import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { finders } from '#app/finders.ts'
import { home, paletteGroups } from '#app/menu.ts'
import type { Finder, Finding, Found } from '#kernel/address/finder.ts'
import { screenLink, useCity } from '#kernel/address/location.ts'
import { isPermitted } from '#kernel/address/screen.ts'
import { useSession } from '#kernel/session/session.ts'
import { m } from '#texts'
import { actionsFound } from './actions.ts'

export type FindingGroup = { id: string; label: string; findings: Finding[] }

const shortestText = 2
const pause = 150

/** Screens by name, and the results of all finders for the text. */
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
      placeholderData: keepPreviousData<Found>,
    })),
  })
  const wanted = text.length >= shortestText && permitted.length > 0
  const others = permitted.map((finder, index) => ({
    id: finder.id,
    label: finder.label(),
    findings: wanted ? withAll(finder, results[index]?.data) : [],
  }))
  const screens = { id: 'screens', label: m.palette_results(), findings: useScreens(text) }
  const person = useSession()?.user
  const actions = {
    id: 'actions',
    label: m.palette_actions(),
    findings: actionsFound(text, city, person),
  }
  return {
    groups: [screens, actions, ...others].filter(({ findings }) => findings.length > 0),
    /** The number of results that belong to the current text, however slow the server is. */
    current: screens.findings.length + actions.findings.length,
    searching: wanted && (asked !== text || results.some(({ isFetching }) => isFetching)),
    failed: wanted && results.some(({ isError }) => isError),
  }
}

export function usePermittedFinders() {
  const permissions = useSession()?.user.permissions ?? []
  const permitted = finders.filter(({ permission }) => isPermitted(permission, permissions))
  return permitted.filter(({ id }, at) => permitted.findIndex((one) => one.id === id) === at)
}

/** The first results of a kind, followed by a link to all of them. */
function withAll({ id, label }: Finder, { findings, all }: Found = { findings: [] }): Finding[] {
  if (all === undefined) return findings
  const link = { id: `${id}-all`, text: m.palette_see_all({ kind: label() }), detail: '', link: all }
  return [...findings, link]
}

function useScreens(text: string): Finding[] {
  const person = useSession()?.user
  const city = useCity()
  const all = [
    { ...home, group: m.app_sidebar_title() },
    ...paletteGroups(person).flatMap((group) =>
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
