import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { finders } from '#app/finders.ts'
import type { Finder, Finding, FoundAction, Found as FoundByFinder } from '#kernel/address/finder.ts'
import { screenLink, useCity } from '#kernel/address/location.ts'
import { isPermitted } from '#kernel/address/screen.ts'
import { useSession } from '#kernel/session/session.ts'
import { m } from '#texts'
import { actionsFound } from './actions.ts'
import { forSelection, oftenUsed, recentlyOpened, screensOf } from './at-hand.ts'

export type Found = Finding | FoundAction
export type FindingGroup = { id: string; label: string; findings: Found[] }

const shortestText = 2
const pause = 150

/** What is at hand without a text; screens and actions by name, and the results of all finders for a text. */
export function useFindings(typed: string, onKeys: () => void) {
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
      placeholderData: keepPreviousData<FoundByFinder>,
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
    findings: [...actionsFound(text, city, person), ...keysFound(text, onKeys)],
  }
  const own = [...useAtHand(text), screens, actions]
  return {
    groups: [...own, ...others].filter(({ findings }) => findings.length > 0),
    /** The number of results that belong to the current text, however slow the server is. */
    current: own.reduce((sum, { findings }) => sum + findings.length, 0),
    searching: wanted && (asked !== text || results.some(({ isFetching }) => isFetching)),
    failed: wanted && results.some(({ isError }) => isError),
  }
}

/** Read once: the list behind the palette does not change while the palette is open. */
function useAtHand(text: string): FindingGroup[] {
  const person = useSession()?.user
  const city = useCity()
  const [{ selection, recent, often }] = useState(() => ({
    selection: forSelection(),
    recent: recentlyOpened(person, city),
    often: oftenUsed(person, city),
  }))
  const isMeant = matching(text)
  return [
    {
      id: 'selection',
      label: selection.label,
      findings: selection.actions.filter((one) => isMeant(one.text)),
    },
    ...(text === ''
      ? [
          { id: 'recent', label: m.palette_recent(), findings: recent },
          { id: 'often', label: m.palette_often(), findings: often },
        ]
      : []),
  ]
}

/** The list of keys has no address. */
const keysFound = (text: string, onKeys: () => void): FoundAction[] =>
  text !== '' && matching(text)(m.action_keys())
    ? [{ id: 'action-keys', text: m.action_keys(), detail: '?', act: onKeys }]
    : []

/** Whether a text contains every word of the search text. */
function matching(text: string) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return (name: string) => words.every((word) => name.toLowerCase().includes(word))
}

export function usePermittedFinders() {
  const permissions = useSession()?.user.permissions ?? []
  const permitted = finders.filter(({ permission }) => isPermitted(permission, permissions))
  return permitted.filter(({ id }, at) => permitted.findIndex((one) => one.id === id) === at)
}

/** The first results of a kind, followed by a link to all of them. */
function withAll({ id, label }: Finder, { findings, all }: FoundByFinder = { findings: [] }): Finding[] {
  if (all === undefined) return findings
  const link = { id: `${id}-all`, text: m.palette_see_all({ kind: label() }), detail: '', link: all }
  return [...findings, link]
}

/** A screen that people search for with this very word comes before those that only contain it. */
function soughtFirst<S extends { soughtAs?: (() => string) | undefined }>(screens: S[], text: string): S[] {
  const isSought = ({ soughtAs }: S) =>
    soughtAs?.()
      .split(' ')
      .some((word) => word.startsWith(text.toLowerCase())) ?? false
  if (text === '') return screens
  return [...screens.filter(isSought), ...screens.filter((screen) => !isSought(screen))]
}

function useScreens(text: string): Finding[] {
  const person = useSession()?.user
  const city = useCity()
  const isMeant = matching(text)
  const found = screensOf(person).filter(({ label, group, soughtAs }) =>
    isMeant(`${label()} ${group} ${soughtAs?.() ?? ''}`),
  )
  return soughtFirst(found, text).map(({ label, group, to }) => ({
    id: to,
    text: label(),
    detail: group,
    link: screenLink(to, city),
  }))
}
