import { useEffect, useState } from 'react'
import { type PartFailure, PartNotLoaded, partFailures } from '#kernel/device/app-files.ts'
import { serverState } from '#kernel/http/server-state.ts'
import { m } from '#texts'

/** Finds out from the server why a file could not be loaded. */
async function whyNotLoaded(text: string): Promise<PartFailure> {
  const state = await serverState()
  if (state === 'newer') return { text: m.error_new_version(), detail: m.part_reload(), helps: 'reload' }
  return { text, helps: 'retry', ...(state === 'unreachable' && { detail: m.error_network() }) }
}

partFailures.explain = whyNotLoaded

/** Shows the general text until the server has responded. */
export function usePartFailure(error: unknown): PartFailure {
  const isMissing = error instanceof PartNotLoaded
  const [failure, setFailure] = useState<PartFailure>(() => ({
    text: isMissing ? m.part_failed() : m.part_broken(),
    helps: 'retry',
  }))
  useEffect(() => {
    if (isMissing) void whyNotLoaded(m.part_failed()).then(setFailure)
  }, [isMissing])
  return failure
}

export const reload = () => location.reload()
