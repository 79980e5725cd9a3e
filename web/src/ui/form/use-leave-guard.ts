import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { currentSession } from '#kernel/session/session.ts'
import { watchUnsaved } from '#kernel/session/unsaved.ts'
import { confirmLeaving } from '#ui/dialog/confirm-leaving.ts'

type Place = { pathname: string; search: unknown }
/** Whether a form stays on the screen, with all that was typed, while the address changes. */
type Survives = (from: Place, to: Place) => boolean

const onSamePath: Survives = (from, to) => from.pathname === to.pathname

/** Asks before a navigation, a reload or a closed tab throws away what was typed. */
export function useLeaveGuard({ isDirty }: { isDirty: () => boolean }, survives = onSamePath) {
  const unsaved = () => currentSession() !== null && isDirty()
  useEffect(() => watchUnsaved(isDirty), [isDirty])
  useBlocker({
    enableBeforeUnload: unsaved,
    shouldBlockFn: async ({ current, next }) => {
      if (survives(current, next) || !unsaved()) return false
      return !(await confirmLeaving())
    },
  })
}

/** As `useLeaveGuard`, for what goes away with one of the values in the address. */
export function useLeaveGuardOf(form: { isDirty: () => boolean }, name: string) {
  const valueAt = ({ search }: Place) => String((search as Record<string, unknown>)[name])
  useLeaveGuard(form, (from, to) => onSamePath(from, to) && valueAt(from) === valueAt(to))
}
