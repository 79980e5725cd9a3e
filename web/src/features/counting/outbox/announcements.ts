import { counting } from '@ats/contract/inventories/counting.ts'
import { ApiError } from '#kernel/http/api-error.ts'
import { call } from '#kernel/http/call.ts'
import { currentSession } from '#kernel/session/session.ts'
import { thisDevice } from './device.ts'
import { handheldHeaders } from './handheld.ts'
import type { CountedRoom } from './records.ts'
import { unsentOf } from './unsent.ts'

type Place = Pick<CountedRoom, 'userId' | 'inventoryId' | 'placeId'>

/** The last state reported to the server, by inventory. */
const reported = new Map<string, Place & { unsent: number; at: number; isLeft: boolean }>()

/** A device that is still counting reports at least this often. */
const longestSilence = 120_000
const longestCall = 60_000

/** A sweep reports the number of remaining reads itself. */
export const noteReported = ({ userId, inventoryId, placeId }: Place, unsent: number) =>
  reported.set(inventoryId, {
    ...{ userId, inventoryId, placeId, unsent, at: Date.now() },
    isLeft: reported.get(inventoryId)?.isLeft ?? true,
  })

/** The last report is out of date: the next sync reports again, even if there is nothing to send. */
export function reportSoon({ userId, inventoryId, placeId }: Place) {
  const isLeft = reported.get(inventoryId)?.isLeft ?? true
  reported.set(inventoryId, { userId, inventoryId, placeId, unsent: -1, at: 0, isLeft })
}

/** From now on this device counts in the room, with or without a network. */
export function announce({ userId, inventoryId, placeId }: Place) {
  reported.set(inventoryId, { userId, inventoryId, placeId, unsent: -1, at: 0, isLeft: false })
}

/** There are new reads since the last report. */
export function expectReads({ inventoryId }: Place) {
  const last = reported.get(inventoryId)
  if (last !== undefined) reported.set(inventoryId, { ...last, unsent: -1 })
}

/**
 * The page is being closed: if everything is sent, nobody needs to wait for this device. If the page returns
 * from the back/forward cache, it reports again.
 */
export function releaseBeforeLeaving() {
  for (const last of [...reported.values()]) {
    if (last.unsent !== 0 || currentSession()?.user._id !== last.userId) continue
    const body = { ...thisDevice(), placeId: last.placeId, unsent: 0, taken: false }
    void call(
      counting.report,
      { params: { id: last.inventoryId }, body },
      {
        ...{ keepalive: true, headers: handheldHeaders() },
      },
    ).catch(() => undefined)
    reported.set(last.inventoryId, { ...last, at: 0 })
  }
}

/** The person left the inventory: nobody needs to wait for this device once it has sent everything. */
export function leave(inventoryId: string) {
  const last = reported.get(inventoryId)
  if (last !== undefined) reported.set(inventoryId, { ...last, at: 0, isLeft: true })
}

/**
 * Reports to the server whatever it does not learn from sweeps: after photos, removed parts and a reload.
 * Runs between sweeps, never during one, so that an older number does not arrive last.
 */
export async function reportWhatChanged(userId: string) {
  for (const last of [...reported.values()].filter((one) => one.userId === userId)) {
    const unsent = await unsentOf(userId, last.inventoryId)
    if (unsent === last.unsent && Date.now() - last.at < longestSilence) continue
    if (currentSession()?.user._id !== userId) return
    const isDone = last.isLeft && unsent === 0
    const body = { ...thisDevice(), placeId: last.placeId, unsent, taken: !isDone }
    const options = { signal: AbortSignal.timeout(longestCall), headers: handheldHeaders() }
    const isReported = await call(counting.report, { params: { id: last.inventoryId }, body }, options).then(
      () => true,
      // An inventory that has been closed rejects reports.
      (error) => error instanceof ApiError && error.status >= 400 && error.status < 500,
    )
    if (isReported) noteReported(last, unsent)
    if (isReported && isDone && reported.get(last.inventoryId)?.isLeft) reported.delete(last.inventoryId)
  }
}
