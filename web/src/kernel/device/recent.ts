import { useEffect } from 'react'
import { currentSession, onSessionChange, sessionEnd } from '#kernel/session/session.ts'

/** A record that a person opened on this device, by its name. */
export type Recent = { kind: 'asset' | 'request' | 'inventory'; id: string; text: string; detail: string }

const mostRecent = 8
const [recentKey, usesKey] = ['recent-records', 'screen-uses']

/** Values of other people on this device are never read. */
type Stored<T> = { person: string; value: T }

function read<T>(key: string, otherwise: T): T {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as Stored<T> | null
    return stored !== null && stored.person === currentSession()?.user._id ? stored.value : otherwise
  } catch {
    return otherwise
  }
}

function write<T>(key: string, value: T) {
  const person = currentSession()?.user._id
  if (person === undefined) return
  try {
    localStorage.setItem(key, JSON.stringify({ person, value } satisfies Stored<T>))
  } catch {
    // Without storage nothing is remembered.
  }
}

/** The records that the person opened last, the newest first. */
export const recentRecords = () => read<Recent[]>(recentKey, [])

/** Remembers a record as opened, once its name is known. */
export function useRecent(record: Recent | undefined) {
  const { kind, id, text, detail } = record ?? {}
  useEffect(() => {
    if (kind === undefined || id === undefined || text === undefined || detail === undefined) return
    const others = recentRecords().filter((one) => one.id !== id)
    write(recentKey, [{ kind, id, text, detail }, ...others].slice(0, mostRecent))
  }, [kind, id, text, detail])
}

/** How often the person opened each screen. */
export const screenUses = () => read<Record<string, number>>(usesKey, {})

export function countScreen(path: string) {
  const uses = screenUses()
  write(usesKey, { ...uses, [path]: (uses[path] ?? 0) + 1 })
}

/** The names of records do not stay on the device after logout, nor for the next person. */
onSessionChange(() => {
  const isOver = currentSession() === null && sessionEnd() === 'logout'
  if (isOver || (currentSession() !== null && recentRecords().length === 0))
    localStorage.removeItem(recentKey)
})
