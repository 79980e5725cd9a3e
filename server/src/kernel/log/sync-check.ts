import type { LogConfig } from './log.ts'

const monitorPort = '8222'
const patienceMs = 5000

/** The monitoring address of each server; by default on the same host, on the usual port. */
export const monitorsOf = ({
  servers,
  monitors,
}: Pick<LogConfig, 'servers' | 'monitors'>): readonly string[] =>
  monitors ??
  servers.map((server) => {
    const url = new URL(server.includes('://') ? server : `nats://${server}`)
    return `http://${url.hostname}:${monitorPort}`
  })

type Varz = { version?: string; jetstream?: { config?: { sync_interval?: number; sync_always?: boolean } } }

function whyUnsafe({ jetstream }: Varz): string | undefined {
  const config = jetstream?.config
  if (config === undefined) return 'runs without JetStream, so it keeps nothing.'
  if (config.sync_always === true) return undefined
  return (
    'writes to its disk only now and then: without `sync_interval: always` in its jetstream settings a power cut ' +
    'loses reads that readers were told are safe.'
  )
}

/** The server is unreachable, which does not mean that it is misconfigured. */
export class LogAway extends Error {}

async function varzOf(monitor: string): Promise<Varz | undefined> {
  const answer = await fetch(`${monitor}/varz`, { signal: AbortSignal.timeout(patienceMs) }).catch(
    () => undefined,
  )
  return answer?.ok === true ? ((await answer.json()) as Varz) : undefined
}

/**
 * Rejects a NATS server that could lose acknowledged messages. In a cluster all servers are checked and a
 * majority must respond: it works without one of three, and so do its clients.
 */
export async function mustSyncAlways(config: Pick<LogConfig, 'servers' | 'monitors'>): Promise<void> {
  const monitors = monitorsOf(config)
  const answers = await Promise.all(
    monitors.map(async (monitor) => ({ monitor, varz: await varzOf(monitor) })),
  )
  for (const { monitor, varz } of answers) {
    const unsafe = varz && whyUnsafe(varz)
    if (unsafe !== undefined) throw new Error(`The NATS server at ${monitor} ${unsafe}`)
  }
  const silent = answers.filter(({ varz }) => varz === undefined)
  if (silent.length * 2 >= monitors.length)
    throw new LogAway(
      `NATS does not say at ${silent[0]?.monitor}/varz how it stores messages; set http_port there, or NATS_MONITOR_URL here.`,
    )
}
