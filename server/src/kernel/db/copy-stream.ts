import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type pg from 'pg'

type Connection = { stream: Socket; query(text: string): void }
export type CopyStream = Readable & pg.Submittable & { rowCount: number; received: number }

const bufferBytes = 256 * 1024
const headBytes = 5
const data = 0x64
/** Messages that may occur between rows: the start of the copy, and notices of any kind. */
const between = new Set([0x48, 0x53, 0x4e, 0x41])

/**
 * PostgreSQL frames every row; the frames are removed in place in the received buffer, so that a row costs
 * one move and no allocation. `leaveOff` gets the bytes after the last row.
 */
function unframing(keep: (rows: Buffer) => void, leaveOff: (rest: Buffer) => void) {
  let unread: Buffer = Buffer.alloc(0)
  let missing = 0
  let isRow = false
  return (arrived: Buffer) => {
    const chunk = unread.length === 0 ? arrived : Buffer.concat([unread, arrived])
    unread = Buffer.alloc(0)
    let [at, end] = [0, 0]
    let isOver = false
    while (at < chunk.length && !isOver) {
      if (missing > 0) {
        const until = Math.min(at + missing, chunk.length)
        if (isRow) {
          chunk.copyWithin(end, at, until)
          end += until - at
        }
        missing -= until - at
        at = until
      } else if (chunk.length - at < headBytes) {
        unread = chunk.subarray(at)
        at = chunk.length
      } else if (chunk[at] === data || between.has(chunk[at] ?? 0)) {
        isRow = chunk[at] === data
        missing = chunk.readUInt32BE(at + 1) - 4
        at += headBytes
      } else isOver = true
    }
    if (end > 0) keep(chunk.subarray(0, end))
    if (isOver) leaveOff(chunk.subarray(at))
  }
}

/** COPY ... TO STDOUT as a stream. All other messages go to node-postgres as usual. */
export function copyStream(statement: string): CopyStream {
  let connection: Connection | undefined
  let untouched: (chunk: Buffer) => void
  const stream = new Readable({
    highWaterMark: bufferBytes,
    read: () => void connection?.stream.resume(),
  })
  const take = unframing(
    (rows) => {
      copy.received += rows.length
      if (!stream.push(rows)) connection?.stream.pause()
    },
    (rest) => {
      connection?.stream.off('data', take).on('data', untouched).resume()
      connection = undefined
      untouched(rest)
    },
  )
  const copy: CopyStream = Object.assign(stream, {
    rowCount: 0,
    received: 0,
    submit(wire: unknown) {
      connection = wire as Connection
      untouched = connection.stream.listeners('data')[0] as typeof untouched
      connection.stream.off('data', untouched).on('data', take)
      connection.query(statement)
    },
    handleCommandComplete(this: CopyStream, { text }: { text: string }) {
      this.rowCount = Number(/^COPY (\d+)/.exec(text)?.[1])
      stream.push(null)
    },
    handleError: (error: Error) => void stream.destroy(error),
    handleReadyForQuery: () => undefined,
  })
  return copy
}
