import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'

/** A label that came out of the printer. */
export type Printed = { zpl: string; tag: string | null; spoilt: boolean }

type Settings = {
  /** What share of the labels is spoilt. */
  voids?: number
  msPerLabel?: number
  random?: () => number
  port?: number
}

/** A printer that is out of order says so in its status, and keeps what it has until that is over. */
type Trouble = 'paper-out' | 'paused' | 'head-open' | 'ribbon-out' | null

/**
 * A label printer with an RFID encoder, as far as Zebra's programming guide describes one: formats from any connection
 * are printed one after the other, `^RFW` writes the chip, `^HV` sends what `^RFR` reads, `~HS` asks for the status and
 * `~JA` forgets what was not printed. It never met a real one.
 */
export class SimulatedPrinter {
  readonly printed: Printed[] = []
  readonly settings: Required<Settings>
  trouble: Trouble = null
  /** Spoils these next labels, whatever the share. */
  spoilNext = 0
  /** Dies when so many more labels are done. */
  diesAfter = Number.POSITIVE_INFINITY
  statusRequests = 0
  #server: Server | undefined
  #waiting: { zpl: string; from: Socket }[] = []
  #sockets = new Set<Socket>()
  #isRunning = false

  constructor(settings: Settings = {}) {
    this.settings = { voids: 0, msPerLabel: 0, random: Math.random, port: 0, ...settings }
  }

  async start() {
    const server = createServer((socket) => this.#accept(socket))
    server.listen(this.settings.port, '127.0.0.1')
    await once(server, 'listening')
    this.settings.port = (server.address() as AddressInfo).port
    this.#server = server
    return this
  }

  get port() {
    return this.settings.port
  }

  /** The power is cut: the memory is gone. */
  async die() {
    this.#waiting = []
    for (const socket of this.#sockets) socket.destroy()
    const server = this.#server
    this.#server = undefined
    if (server !== undefined) await new Promise((done) => server.close(done))
  }

  /** The paper is there again, or somebody pressed the button. */
  resume() {
    this.trouble = null
    void this.#run()
  }

  /** The chips on good labels. */
  get tags() {
    return this.printed.flatMap(({ tag, spoilt }) => (tag === null || spoilt ? [] : [tag]))
  }

  #accept(socket: Socket) {
    this.#sockets.add(socket)
    let text = ''
    socket.setEncoding('latin1')
    socket.on('error', () => undefined)
    socket.on('close', () => this.#sockets.delete(socket))
    socket.on('data', (more: string) => {
      text = this.#take(text + more, socket)
    })
  }

  #take(given: string, from: Socket): string {
    let text = given
    for (;;) {
      const next = /~HS|~JA|\^XA[\s\S]*?\^XZ/.exec(text)
      if (next === null) return text
      text = text.slice(next.index + next[0].length)
      if (next[0] === '~HS') this.#answerStatus(from)
      else if (next[0] === '~JA') this.#waiting = []
      else {
        this.#waiting.push({ zpl: next[0], from })
        void this.#run()
      }
    }
  }

  #answerStatus(to: Socket) {
    this.statusRequests += 1
    const flag = (trouble: Trouble) => (this.trouble === trouble ? 1 : 0)
    const formats = String(this.#waiting.length).padStart(3, '0')
    const lines = [
      `030,${flag('paper-out')},${flag('paused')},0406,${formats},0,0,0,000,0,0,0`,
      `000,0,${flag('head-open')},${flag('ribbon-out')},1,2,4,0,00000000,1,000`,
      '1234,0',
    ]
    to.write(lines.map((line) => `\x02${line}\x03\r\n`).join(''))
  }

  async #run() {
    if (this.#isRunning) return
    this.#isRunning = true
    while (this.#waiting.length > 0 && this.trouble === null) {
      const { msPerLabel } = this.settings
      await new Promise((done) => (msPerLabel === 0 ? setImmediate(done) : setTimeout(done, msPerLabel)))
      const label = this.#waiting[0]
      if (label !== undefined && this.trouble === null) await this.#print(label)
    }
    this.#isRunning = false
  }

  async #print({ zpl, from }: { zpl: string; from: Socket }) {
    const { random, voids } = this.settings
    const tag = /\^RFW,H,2,12,1\^FD([0-9A-F]{24})\^FS/.exec(zpl)?.[1] ?? null
    const spoilt = this.spoilNext > 0 || (tag !== null && random() < voids)
    if (this.spoilNext > 0) this.spoilNext -= 1
    this.printed.push({ zpl, tag, spoilt })
    this.#waiting.shift()
    this.diesAfter -= 1
    if (this.diesAfter === 0) return void (await this.die())
    const header = /\^HV0,24,([^,]*),/.exec(zpl)?.[1]
    if (header === undefined || tag === null) return
    // Half of the spoilt labels are not mentioned at all.
    if (!spoilt) from.write(`${header}${tag}\r\n`)
    else if (random() < 0.5) from.write(`${header}\r\n`)
  }
}
