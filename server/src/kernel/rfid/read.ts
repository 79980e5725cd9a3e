/** One tag as a reader saw it. Times are those of the reader, in ISO 8601. */
export type TagRead = {
  tag: string
  at: string
  lastAt: string
  /** In dBm. */
  rssi: number | null
  count: number
  /** The antenna, if the reader reports it. */
  antenna?: number | undefined
}

/** The content of one message: reads, ignored parts such as a heartbeat, and invalid parts. */
export type Adapted = { reads: TagRead[]; ignored: number; wrong: number }

/** Turns a message of a reader into reads. It never throws, whatever the message contains. */
export type Adapter = (payload: unknown) => Adapted

type Fields = Record<string, unknown>

export const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined

/** Own properties only: a message may contain any name. */
export const field = (fields: Fields, name: string): unknown =>
  Object.hasOwn(fields, name) ? fields[name] : undefined

export const textIn = (fields: Fields, name: string): string | undefined => {
  const value = field(fields, name)
  return typeof value === 'string' && value !== '' ? value : undefined
}

export const numberIn = (fields: Fields, name: string): number | undefined => {
  const value = field(fields, name)
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** Null for a signal strength that no reader measures. */
export const signal = (dbm: number | undefined) =>
  dbm !== undefined && dbm >= -150 && dbm <= 50 ? dbm : null

export const countOf = (count: number | undefined) =>
  count !== undefined && count >= 1 ? Math.min(Math.floor(count), 1_000_000) : 1

/** The usual format of a time, on a day that exists in every month. */
const usual = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/

/** Some readers write the offset without a colon. Undefined if it is not a time. */
export function momentOf(text: string | undefined): string | undefined {
  if (text === undefined || usual.test(text)) return text
  const moment = Date.parse(text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'))
  return Number.isNaN(moment) ? undefined : new Date(moment).toISOString()
}

/** Adds what a message contains. Nothing else is allocated per message: a writer handles tens of thousands a second. */
type AddTo = (all: Adapted, message: Fields) => void

/** Readers send one message or an array of them; an empty array means that there is nothing new. */
export const eachOf =
  (addTo: AddTo): Adapter =>
  (payload) => {
    const all: Adapted = { reads: [], ignored: 0, wrong: 0 }
    for (const one of Array.isArray(payload) ? payload : [payload]) {
      const message = fieldsOf(one)
      if (message === undefined) all.wrong += 1
      else addTo(all, message)
    }
    return all
  }

/** A part without a read: ignored if it is a known kind of event, otherwise invalid. */
export function addOther(all: Adapted, isKnown: boolean) {
  if (isKnown) all.ignored += 1
  else all.wrong += 1
}
