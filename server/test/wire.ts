import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A connection to the database that can be cut and restored. */
export async function wireTo(databaseUrl: string) {
  const url = new URL(databaseUrl)
  const { hostname, port } = url
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) sockets.add(socket.on('error', () => undefined))
    near.pipe(far).pipe(near)
  })
  const listen = async (at: number) => void (await once(server.listen(at, '127.0.0.1'), 'listening'))
  await listen(0)
  const own = (server.address() as AddressInfo).port
  url.port = String(own)
  const cut = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  onTestFinished(cut)
  return { url: url.href, cut, mend: () => listen(own) }
}
