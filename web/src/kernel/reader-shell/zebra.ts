// Enterprise Browser's API: https://techdocs.zebra.com/enterprise-browser/latest/api/re2x/rfid/
// Nobody has tried this file on a device yet; docs/develop/reader-shell.md says what is unproven.

import { z } from 'zod'
import { type ReaderShell, shellEventName, shellName } from './shell.ts'
import type { SentShellEvent } from './shell-events.ts'

const methods = ['enumerate', 'connect', 'stop', 'performInventory', 'locateTag', 'setTagID'] as const
/** What we use of the global object `rfid`. Its settings and events are properties. */
type ZebraRfid = Record<(typeof methods)[number], () => unknown>

const isRfid = (found: unknown): found is ZebraRfid =>
  typeof found === 'object' &&
  found !== null &&
  methods.every((name) => typeof Reflect.get(found, name) === 'function')

/** Enterprise Browser starts events by evaluating a text, so their functions are global. */
const handlersName = 'assetReaderZebra'

const list = z.array(z.array(z.coerce.string()).min(1)).min(1)
const near = z.coerce.number().min(0).max(100)
const tags = z.object({
  TagData: z
    .array(
      z.object({
        tagID: z.string(),
        RSSI: z.coerce.number().optional(),
        relativeDistance: near.optional(),
      }),
    )
    .default([]),
  TagLocate: near.optional(),
})
const status = z.object({
  method: z.string().default(''),
  errorCode: z.coerce.string(),
  vendorMessage: z.string().default(''),
})

const connectionChanged = '1000'
/** Reported while a tag is looked for and none is near. */
const nothingFound = '2004'

/** The hardware trigger starts and stops the reader, and the page makes the sounds. */
const settings = {
  ...{ startTriggerType: 'triggerPress', stopTriggerType: 'triggerRelease', useSoftTrigger: 0 },
  ...{ beepOnRead: 0, reportUniqueTags: 0, reportTrigger: 1, enableTagRSSI: 1, antennaSelected: 1 },
}

function statusOf(report: unknown): SentShellEvent | undefined {
  const { data } = status.safeParse(report)
  if (data === undefined || data.errorCode === '0') return undefined
  const { method, errorCode, vendorMessage } = data
  if (errorCode === connectionChanged) {
    const isLost = vendorMessage.includes('DISCONNECTION')
    return { type: 'status', status: isLost ? 'disconnected' : 'ready' }
  }
  if (errorCode === nothingFound && method === 'locateTag') return undefined
  return {
    type: 'status',
    status: 'failed',
    message: `${vendorMessage} (${method} ${errorCode})`.slice(0, 200),
  }
}

/** `sought` is the tag that is located: Android reports its proximity without its number. */
function readsOf(report: unknown, sought: string | null): SentShellEvent[] {
  const { data } = tags.safeParse(report)
  if (data === undefined) return []
  const reads = data.TagData.map(({ tagID, RSSI, relativeDistance }) => ({
    ...{ type: 'tag' as const, epc: tagID },
    ...(RSSI !== undefined && { rssi: RSSI }),
    ...(relativeDistance !== undefined && sought !== null && { proximity: relativeDistance }),
  }))
  if (reads.length > 0 || data.TagLocate === undefined || sought === null) return reads
  return [{ type: 'tag', epc: sought, proximity: data.TagLocate }]
}

/** Makes the shell of our contract from the `rfid` object of Zebra Enterprise Browser. */
export function offerZebra(holder: object, rfid: unknown) {
  if (!isRfid(rfid)) return
  let sought: string | null = null
  const set = (values: object) => Object.assign(rfid, values)
  const send = (events: SentShellEvent[]) =>
    globalThis.dispatchEvent(new CustomEvent(shellEventName, { detail: events }))
  const handlers = {
    readers(found: unknown) {
      const readerID = list.safeParse(found).data?.[0]?.[0]
      if (readerID === undefined) return
      set({ readerID })
      rfid.connect()
    },
    tags: (report: unknown) => send(readsOf(report, sought)),
    status(report: unknown) {
      const event = statusOf(report)
      if (event !== undefined) send([event])
    },
  }
  const read = (epc: string | null) => {
    sought = epc
    rfid.stop()
    set(settings)
    if (epc === null) return rfid.performInventory()
    set({ tagID: epc })
    return rfid.locateTag()
  }
  const shell: ReaderShell = {
    ...{ version: 1, name: 'Zebra', signal: true, trigger: true },
    // The unit of transmitPower differs between models, so the power is set on the device.
    power: null,
    inventory: (action) => (action === 'start' ? read(null) : rfid.stop()),
    // It can look for one tag only; several are looked for by their signal.
    locate: (epcs) => read(epcs.length === 1 ? (epcs[0] ?? null) : null),
    write(tagID, newTagID) {
      set({ tagID, newTagID })
      return rfid.setTagID()
    },
  }
  Object.assign(holder, { [shellName]: shell, [handlersName]: handlers })
  set({
    transport: 'serial',
    enumRFIDEvent: `${handlersName}.readers(%s);`,
    tagEvent: `${handlersName}.tags(%json);`,
    statusEvent: `${handlersName}.status(%json);`,
  })
  rfid.enumerate()
}
