import { useEffect, useState } from 'react'
import { PartNotLoaded, type ServerState, serverState } from '#kernel/parts.ts'
import { m } from '#texts'

/** What to say of a part that failed, and what helps: another try, or the new version. */
export type PartFailure = { text: string; detail: string | undefined; helps: 'retry' | 'reload' }

/** Asks the server why, for a file that could not be fetched; until it answers, only that much is said. */
export function usePartFailure(error: unknown, missing = m.part_failed()): PartFailure {
  const isMissing = error instanceof PartNotLoaded
  const [state, setState] = useState<ServerState>('same')
  useEffect(() => {
    if (!isMissing) return
    let isShown = true
    void serverState().then((now) => isShown && setState(now))
    return () => {
      isShown = false
    }
  }, [isMissing])
  if (!isMissing) return { text: m.part_broken(), detail: undefined, helps: 'retry' }
  if (state === 'newer') return { text: m.error_new_version(), detail: m.part_reload(), helps: 'reload' }
  return {
    text: missing,
    detail: state === 'unreachable' ? m.error_network() : undefined,
    helps: 'retry',
  }
}

export const reload = () => location.reload()
