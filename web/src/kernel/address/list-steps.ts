import { useEffect, useSyncExternalStore } from 'react'

export type Way = 'previous' | 'next'

/** The records of the list on the screen in their sort order, and callbacks to turn to its other pages. */
export type Listed = { ids: readonly string[]; turn: Partial<Record<Way, () => void>> }

let listed: Listed | null = null
/** A step that crosses to another page, pending until that page has loaded. */
let crossing: { way: Way; from: Listed; show: (id: string) => void } | null = null
const watchers = new Set<() => void>()

function publish(next: Listed | null) {
  listed = next
  if (crossing !== null && next !== null && next.ids.join() !== crossing.from.ids.join()) {
    const id = crossing.way === 'next' ? next.ids[0] : next.ids.at(-1)
    const { show } = crossing
    crossing = null
    if (id !== undefined) show(id)
  }
  for (const watch of watchers) watch()
}

/**
 * Publishes the ids of the list on the screen, so that a panel over it can step through them. Pass undefined
 * if the rows open no panel.
 */
export function useListed(ids: readonly string[] | undefined, turn: Listed['turn']) {
  const key = ids?.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key represents the ids, and `turn` changes only with them
  useEffect(() => {
    if (ids === undefined) return
    const mine = { ids, turn }
    publish(mine)
    // The next page publishes right after this clean-up; the microtask spares the panel a moment without a
    // list.
    return () => queueMicrotask(() => listed === mine && publish(null))
  }, [key])
}

const subscribe = (watch: () => void) => {
  watchers.add(watch)
  return () => {
    watchers.delete(watch)
  }
}

/** Shows a record in the open panel; null without a panel that steps through the list. */
let showInOpenPanel: ((id: string) => void) | null = null

/** The open panel follows the row that gets the focus. */
export const showInPanel = (id: string) => showInOpenPanel?.(id)

/** Callbacks to go to the previous and the next record of the list; undefined where there is none. */
export function useSteps(id: string, show: (id: string) => void): Partial<Record<Way, () => void>> {
  const around = useSyncExternalStore(subscribe, () => listed)
  useEffect(() => {
    showInOpenPanel = show
    return () => {
      showInOpenPanel = null
    }
  }, [show])
  useEffect(
    () => () => {
      crossing = null
    },
    [],
  )
  return around === null ? {} : stepsFrom(around, id, show)
}

export function stepsFrom(around: Listed, id: string, show: (id: string) => void) {
  const at = around.ids.indexOf(id)
  if (at < 0) return {}
  const step = (way: Way): (() => void) | undefined => {
    const beside = around.ids[way === 'next' ? at + 1 : at - 1]
    if (beside !== undefined) return () => show(beside)
    const turn = around.turn[way]
    return (
      turn &&
      (() => {
        crossing = { way, from: around, show }
        turn()
      })
    )
  }
  const [previous, next] = [step('previous'), step('next')]
  return { ...(previous && { previous }), ...(next && { next }) }
}
