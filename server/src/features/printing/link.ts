import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { isIP, Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { PrinterTrouble } from '@ats/contract/printers.ts'
import { networkTest } from '#kernel/http/networks.ts'
import { readBackPrefix } from './zpl.ts'

/** The printer cannot be used now. */
export class PrinterAway extends Error {
  trouble: PrinterTrouble
  constructor(trouble: PrinterTrouble) {
    super(trouble)
    this.trouble = trouble
  }
}

/** What a printer read from the chip that was to get `wanted`. */
export type ReadBack = { wanted: string; read: string }
type HostStatus = { trouble: PrinterTrouble | null; waiting: number }

const [startOfText, endOfText] = ['\x02', '\x03']

const connectMs = 5_000
const statusMs = 5_000

/** Every address of the name must be allowed. The connection uses one that was checked. */
async function addressOf(host: string, networks: readonly string[]) {
  const found = isIP(host) === 0 ? await lookup(host, { all: true }).catch(() => []) : [{ address: host }]
  const [first] = found
  if (first === undefined) throw new PrinterAway('name-unknown')
  const isAllowed = networkTest(networks)
  if (!found.every(({ address }) => isAllowed(address))) throw new PrinterAway('address-not-allowed')
  return first.address
}

/** A connection to a printer: ZPL goes there, and read-backs and the status come back. */
export class PrinterLink {
  readonly #socket: Socket
  #text = ''
  readonly #readBacks: ReadBack[] = []
  #statusLines: string[] = []
  #heard = Promise.withResolvers<void>()
  isClosed = false

  constructor(socket: Socket) {
    this.#socket = socket
    socket.setEncoding('latin1').setNoDelay(true)
    socket.on('data', (text: string) => this.#take(text))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      this.isClosed = true
      this.#wake()
    })
  }

  static async open(host: string, port: number, networks: readonly string[]): Promise<PrinterLink> {
    const address = await addressOf(host, networks)
    const socket = new Socket()
    const signal = AbortSignal.timeout(connectMs)
    try {
      const connected = once(socket, 'connect', { signal })
      socket.connect(port, address)
      await connected
    } catch {
      socket.destroy()
      throw new PrinterAway(signal.aborted ? 'timeout' : 'unreachable')
    }
    return new PrinterLink(socket)
  }

  #wake() {
    this.#heard.resolve()
    this.#heard = Promise.withResolvers<void>()
  }

  /** Lines of the status are between STX and ETX; read-backs begin with our header. Anything else is left out. */
  #take(text: string) {
    this.#text = (this.#text + text).slice(-100_000)
    for (let next = this.#text.indexOf('\n'); next !== -1; next = this.#text.indexOf('\n')) {
      const line = this.#text.slice(0, next).trim()
      this.#text = this.#text.slice(next + 1)
      const [start, end] = [line.indexOf(startOfText), line.indexOf(endOfText)]
      if (start !== -1 && end > start) this.#statusLines.push(line.slice(start + 1, end))
      const [, wanted, read] = new RegExp(`${readBackPrefix}([0-9A-F]{24}):\\s*(.*)$`).exec(line) ?? []
      if (wanted !== undefined) this.#readBacks.push({ wanted, read: (read ?? '').trim().toUpperCase() })
    }
    this.#wake()
  }

  send(zpl: string) {
    if (this.isClosed) throw new PrinterAway('unreachable')
    this.#socket.write(zpl, 'latin1')
  }

  /** What came in since the last time, after waiting for something for at most so long. */
  async readBacks(longestMs: number): Promise<ReadBack[]> {
    if (this.#readBacks.length === 0 && !this.isClosed) await this.#wait(longestMs)
    return this.#readBacks.splice(0)
  }

  async #wait(longestMs: number) {
    const isOver = new AbortController()
    const waited = delay(longestMs, undefined, { signal: isOver.signal }).catch(() => undefined)
    await Promise.race([this.#heard.promise, waited])
    isOver.abort()
  }

  /** `~HS` has three lines; printers answer it while they print. */
  async status(): Promise<HostStatus> {
    this.#statusLines = []
    this.send('~HS')
    for (const until = performance.now() + statusMs; this.#statusLines.length < 3; ) {
      if (this.isClosed) throw new PrinterAway('unreachable')
      if (performance.now() > until) throw new PrinterAway('timeout')
      await this.#wait(statusMs)
    }
    return statusOf(this.#statusLines)
  }

  close() {
    this.#socket.destroy()
  }
}

/** The fields are those of Zebra's programming guide. */
function statusOf([first = '', second = '']: readonly string[]): HostStatus {
  const [one, two] = [first.split(','), second.split(',')]
  const isSet = (line: readonly string[], at: number) => line[at] === '1'
  const trouble =
    (isSet(one, 1) && 'paper-out') ||
    (isSet(two, 2) && 'head-open') ||
    (isSet(two, 3) && 'ribbon-out') ||
    (isSet(one, 2) && 'paused') ||
    null
  return { trouble, waiting: Number(one[4] ?? 0) + Number(two[8] ?? 0) }
}
