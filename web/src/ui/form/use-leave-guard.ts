import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { currentSession } from '#kernel/session/session.ts'
import { watchUnsaved } from '#kernel/session/unsaved.ts'
import { confirmLeaving } from '#ui/dialog/confirm-leaving.ts'

type Place = { pathname: string; search: unknown }
/** Whether a form stays mounted with its input when the address changes. */
type Survives = (from: Place, to: Place) => boolean

const onSamePath: Survives = (from, to) => from.pathname === to.pathname

/** Asks for confirmation before a navigation, a reload or a closed tab discards input. */
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

/** Like `useLeaveGuard`, for a form that is unmounted when one search parameter changes. */
export function useLeaveGuardOf(form: { isDirty: () => boolean }, name: string) {
  const valueAt = ({ search }: Place) => String((search as Record<string, unknown>)[name])
  useLeaveGuard(form, (from, to) => onSamePath(from, to) && valueAt(from) === valueAt(to))
}
