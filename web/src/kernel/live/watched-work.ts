import type { EndOfOwnWork, notifications } from '@ats/contract/notifications.ts'
import { useEffect, useRef } from 'react'
import { call, withoutSchemas } from '#kernel/http/call.ts'
import { queryClient } from '#kernel/http/query-client.ts'
import { renew } from '#kernel/http/renew.ts'

const shown = withoutSchemas<typeof notifications.shown>({
  method: 'POST',
  path: '/api/v1/notifications/shown',
  permission: 'signed-in',
  writes: ['notifications'],
})

const watched = new Set<string>()
const begun = new Set<string>()

/** Watches work that this tab has just started, even if it ends before it can be shown. */
export const beginWatching = (recordId: string) => void begun.add(recordId)

/** This tab shows the progress of the person's work, and so its end, before a notification would. */
export const isWatchingWork = () => watched.size > 0

/** Reports that the person saw on the screen how their work ended, so that no notification is needed. */
export async function sayShown(action: EndOfOwnWork, recordId: string) {
  // If the report fails, the person gets the notification anyway.
  await call(shown, { body: { action, recordId } }).catch(() => undefined)
  await renew(queryClient, shown.writes)
}

/**
 * `end` is undefined while the work is running. Only an end that arrives while the work is shown counts as
 * watched.
 */
export function useWatchedWork(recordId: string, end: EndOfOwnWork | null | undefined) {
  const isUnderWay = end === undefined
  const wasUnderWay = useRef(begun.has(recordId))
  useEffect(() => {
    if (!isUnderWay) return
    watched.add(recordId)
    return () => void watched.delete(recordId)
  }, [recordId, isUnderWay])
  useEffect(() => {
    if (wasUnderWay.current && end) void sayShown(end, recordId)
    wasUnderWay.current = end === undefined
    begun.delete(recordId)
  }, [recordId, end])
}
