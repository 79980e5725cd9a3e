import { assets } from '@ats/contract/assets/assets.ts'
import { tagging } from '@ats/contract/tagging/work.ts'
import { ApiError } from '#kernel/http/api-error.ts'
import { call } from '#kernel/http/call.ts'
import { asTheirOwner, sendOptions } from './as-owner.ts'
import { thisDevice } from './device.ts'
import { type KeptEntry, nextEntries, nextPhoto, photoIsSent, refuse, settle } from './entries.ts'
import { outcomeOfError } from './send-outcome.ts'

/** Sends what was tagged, and then the photos. Throws if the server cannot be reached. */
export async function sendEntries(userId: string) {
  for (let part = await nextEntries(userId); part.length > 0; part = await nextEntries(userId))
    await sendPart(part)
  for (let one = await nextPhoto(userId); one !== undefined; one = await nextPhoto(userId))
    await sendPhoto(one)
}

async function sendPart(part: KeptEntry[]) {
  const [first] = part
  if (first === undefined) return
  asTheirOwner(first)
  const { device } = thisDevice()
  const body = { device, sentAt: new Date().toISOString(), entries: part.map(({ entry }) => entry) }
  try {
    const { results } = await call(tagging.send, { params: { id: first.driveId }, body }, sendOptions())
    await settle(part, results)
  } catch (error) {
    if (!(error instanceof ApiError) || outcomeOfError(error) === 'stop') throw error
    // One invalid entry must not hold up the others.
    if (part.length > 1) for (const one of part) await sendPart([one])
    else await refuse(first, error)
  }
}

async function sendPhoto(kept: KeptEntry) {
  const { entry, photo } = kept
  asTheirOwner(kept)
  if (photo === undefined || entry.assetId === null) return photoIsSent(kept)
  try {
    const input = { params: { id: entry.assetId }, body: {}, image: photo }
    await call(assets.update, input, sendOptions())
    await photoIsSent(kept)
  } catch (error) {
    if (!(error instanceof ApiError) || outcomeOfError(error) === 'stop') throw error
    await refuse(kept, error)
  }
}
