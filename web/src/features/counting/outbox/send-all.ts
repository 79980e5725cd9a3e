import { counting } from '@ats/contract/inventories/counting.ts'
import { ApiError } from '#kernel/http/api-error.ts'
import { call } from '#kernel/http/call.ts'
import { m } from '#texts'
import { noteReported, reportSoon, reportWhatChanged } from './announcements.ts'
import { asTheirOwner, sendOptions } from './as-owner.ts'
import { thisDevice } from './device.ts'
import { lateIn, noteLate } from './late.ts'
import { plainRead } from './merge-reads.ts'
import {
  type HeldBack,
  nextSighting,
  nextSweep,
  removeKept,
  replaceKept,
  splitSweep,
  sweepIsSent,
} from './outbox.ts'
import { tellChange } from './outbox-changes.ts'
import { idOf, isSweep, type KeptSighting, type Part, type Sweep } from './records.ts'
import { sendEntries } from './send-entries.ts'
import { outcomeOfError } from './send-outcome.ts'
import { unsentOf } from './unsent.ts'

async function sendSweep(sweep: Sweep) {
  const left = await unsentOf(sweep.userId, sweep.inventoryId)
  const now = Date.now()
  asTheirOwner(sweep)
  const body = {
    ...thisDevice(),
    sweepId: sweep.sweepId,
    placeId: sweep.placeId,
    sentAt: new Date(now).toISOString(),
    unsent: Math.max(0, left - sweep.reads.length),
    reads: sweep.reads.map((read) => plainRead(read, now)),
  }
  const reply = await call(counting.read, { params: { id: sweep.inventoryId }, body }, sendOptions())
  const { answers } = reply
  noteReported(sweep, body.unsent)
  await sweepIsSent(sweep, answers)
  noteLate(sweep, lateIn(reply))
  tellChange({ inventoryId: sweep.inventoryId, placeId: sweep.placeId, answers })
}

async function sendSighting(sighting: KeptSighting) {
  const { sightingId, placeId, label, note, image } = sighting
  const at = new Date(Math.min(sighting.at, Date.now())).toISOString()
  asTheirOwner(sighting)
  const body = { ...thisDevice(), sightingId, placeId, at, label, note }
  const reply = await call(counting.see, { params: { id: sighting.inventoryId }, body, image }, sendOptions())
  await removeKept(sighting)
  noteLate(sighting, lateIn(reply))
  reportSoon(sighting)
}

const isRead = (error: unknown): error is ApiError => error instanceof ApiError

/** Sends everything that can be sent now. Returns whether something is left for a retry. */
export async function sendAll(userId: string): Promise<boolean> {
  const busy = new Set<string>()
  const blocked = new Map<string, { part: Part; status: number }>()
  let sent = 0
  const isHeldBack: HeldBack = ({ inventoryId, sweepId = '', sightingId = '' }) =>
    busy.has(inventoryId) || blocked.has(sweepId) || blocked.has(sightingId)
  const next = async () => (await nextSweep(userId, isHeldBack)) ?? (await nextSighting(userId, isHeldBack))
  for (let part = await next(); part !== undefined; part = await next()) {
    try {
      await (isSweep(part) ? sendSweep(part) : sendSighting(part))
      sent += 1
    } catch (error) {
      const outcome = outcomeOfError(error)
      if (outcome === 'stop' || !isRead(error)) throw error
      if (outcome === 'busy') busy.add(part.inventoryId)
      else if (outcome === 'refused') await refuse(part, error)
      else if (outcome === 'too-large' && isSweep(part) && part.reads.length > 1) await splitSweep(part)
      else blocked.set(idOf(part), { part, status: error.status })
    }
  }
  // Other parts got through, so this part is the problem, not the network.
  if (sent > 0) for (const { part, status } of blocked.values()) await refuse(part, blockedBy(status))
  await sendEntries(userId)
  await reportWhatChanged(userId)
  return busy.size > 0 || (sent === 0 && blocked.size > 0)
}

const blockedBy = (status: number) => ({
  code: 'blocked',
  message: m.count_blocked({ status: String(status) }),
})

async function refuse(part: Part, { code, message }: { code: string; message: string }) {
  await replaceKept({ ...part, refused: { code, message } })
  reportSoon(part)
}
