import type { LogConfig } from './log.ts'

const monitorPort = '8222'
const patienceMs = 5000

/** Where each server answers questions about itself; by default beside it, on the usual port. */
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

/** Refuses a log that would lose what it has acknowledged; every server is asked. */
export async function mustSyncAlways(config: Pick<LogConfig, 'servers' | 'monitors'>): Promise<void> {
  for (const monitor of monitorsOf(config)) {
    const answer = await fetch(`${monitor}/varz`, { signal: AbortSignal.timeout(patienceMs) }).catch(
      () => undefined,
    )
    if (answer?.ok !== true)
      throw new Error(
        `NATS does not say at ${monitor}/varz how it stores messages; set http_port there, or NATS_MONITOR_URL here.`,
      )
    const unsafe = whyUnsafe((await answer.json()) as Varz)
    if (unsafe !== undefined) throw new Error(`The NATS server at ${monitor} ${unsafe}`)
  }
}
