import { once } from 'node:events'
import { createServer } from 'node:net'

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const failed = once(server, 'error').then(
    () => false,
    () => false,
  )
  server.listen(port, '127.0.0.1')
  const free = await Promise.race([once(server, 'listening').then(() => true), failed])
  if (free) await new Promise((resolve) => server.close(resolve))
  return free
}

/** Below the ephemeral ports of outgoing connections, so that a stopped server finds its port free again. */
export function portsFrom(first: number) {
  let next = first
  return async () => {
    while (!(await isFree(next))) next += 1
    next += 1
    return `${next - 1}`
  }
}
