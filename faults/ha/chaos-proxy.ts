import { readdir, readFile, readlink } from 'node:fs/promises'
import { createServer, connect as dial, type Socket } from 'node:net'

// A TCP proxy between the nodes of a cluster, in a separate process that is controlled by messages.

/** A route into a node, or from it to a server that all nodes use. */
export type Route = { node: number; listen: number; to: number }
export type Order = { routes: Route[] } | { cut: number; pid: number } | { heal: number }

const host = '127.0.0.1'
type Pair = { route: Route; near: Socket; far: Socket }
const pairs = new Set<Pair>()
let lost: { node: number; pid: number } | undefined

/** Whether the other end of this connection belongs to the process. */
async function isFrom(pid: number, near: Socket): Promise<boolean> {
  const port = (near.remotePort ?? 0).toString(16).toUpperCase().padStart(4, '0')
  const lines = (await readFile('/proc/net/tcp', 'utf8')).split('\n')
  const inode = lines
    .find((line) => line.trim().split(/\s+/)[1]?.endsWith(`:${port}`))
    ?.trim()
    .split(/\s+/)[9]
  const files = await readdir(`/proc/${pid}/fd`).catch(() => [])
  const links = await Promise.all(files.map((file) => readlink(`/proc/${pid}/fd/${file}`).catch(() => '')))
  return links.includes(`socket:[${inode}]`)
}

async function isHeld({ route, near }: Pair): Promise<boolean> {
  if (lost === undefined) return false
  // Connections from the lost node to the others are held too.
  return route.node === lost.node || isFrom(lost.pid, near)
}

/** Stops all traffic without closing the connection, as when a cable is pulled. */
function hold({ near, far }: Pair) {
  near.unpipe(far)
  far.unpipe(near)
  near.pause()
  far.pause()
}

function end(pair: Pair) {
  pairs.delete(pair)
  pair.near.destroy()
  pair.far.destroy()
}

async function pass(route: Route, near: Socket) {
  const far = dial({ host, port: route.to, noDelay: true })
  const pair = { route, near, far }
  pairs.add(pair)
  for (const socket of [near, far]) socket.on('error', () => end(pair)).on('close', () => end(pair))
  if (await isHeld(pair)) return hold(pair)
  near.pipe(far)
  far.pipe(near)
}

async function obey(order: Order) {
  if ('routes' in order)
    for (const route of order.routes)
      createServer({ noDelay: true }, (near) => void pass(route, near)).listen(route.listen, host)
  if ('cut' in order) {
    lost = { node: order.cut, pid: order.pid }
    for (const pair of pairs) if (await isHeld(pair)) hold(pair)
  }
  if ('heal' in order) {
    const held: Pair[] = []
    for (const pair of pairs) if (await isHeld(pair)) held.push(pair)
    lost = undefined
    held.forEach(end)
  }
  process.send?.('done')
}

let orders = Promise.resolve()
process.on('message', (order: Order) => {
  orders = orders.then(() => obey(order))
})
process.on('disconnect', () => process.exit(0))
