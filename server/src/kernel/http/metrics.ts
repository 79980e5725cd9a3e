import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { ReadOutcome } from '#kernel/db/replica.ts'
import type { SignInOutcome } from '#kernel/services.ts'

type Counts = { reads: Record<ReadOutcome, number>; signIns: Record<SignInOutcome, number> }

/** Measures requests by route, the pool, sign-in attempts, and where reads went that may use a replica. */
export function measure(app: FastifyInstance, pool: pg.Pool, counts: Counts): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  new Gauge({
    name: 'database_connections',
    help: 'Connections of the pool by what they do',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'open' }, pool.totalCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'awaited' }, pool.waitingCount)
    },
  })
  countedBy(registry, counts.reads, {
    name: 'replica_reads_total',
    help: 'Reports and exports by who answered: the replica, or the primary since the replica was behind or away',
  })
  countedBy(registry, counts.signIns, {
    name: 'sign_ins_total',
    help: 'Tries to sign in by their outcome',
  })
  return registry
}

/** A metric of a counter that other parts of the program maintain, by outcome. */
function countedBy(
  registry: Registry,
  counts: Record<string, number>,
  { name, help }: { name: string; help: string },
) {
  new Counter({
    name,
    help,
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [outcome, count] of Object.entries(counts)) this.inc({ outcome }, count)
    },
  })
}
