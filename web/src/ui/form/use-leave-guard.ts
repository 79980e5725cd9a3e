import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { currentSession } from '#kernel/session.ts'
import { watchUnsaved } from '#kernel/unsaved.ts'
import { confirmLeaving } from '../confirm-leaving.ts'

/** Asks before a navigation, a reload or a closed tab throws away what was typed. */
export function useLeaveGuard({ isDirty }: { isDirty: () => boolean }) {
  const unsaved = () => currentSession() !== null && isDirty()
  useEffect(() => watchUnsaved(isDirty), [isDirty])
  useBlocker({
    enableBeforeUnload: unsaved,
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname || !unsaved()) return false
      return !(await confirmLeaving())
    },
  })
}
