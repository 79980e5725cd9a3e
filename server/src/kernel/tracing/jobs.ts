import type { JobHandler, Queue } from '#kernel/jobs/jobs.ts'
import type { Tracing } from './tracing.ts'
import { during } from './work.ts'

type Log = { child(facts: object): { warn(facts: object, text: string): void } }

/** Jobs are not interactive, so their slow-statement threshold is this many times higher. */
const patience = 30

/** Wraps the handlers; each job continues the trace of the request that started it. */
export function followJobs(
  handlers: Record<Queue, JobHandler>,
  tracing: Tracing,
  { log, slowMs }: { log: Log; slowMs: number },
): Record<Queue, JobHandler> {
  const followed = (queue: string, work: JobHandler): JobHandler => {
    return async (id, signal, parent) => {
      const span = tracing.job(parent, `job ${queue}`, { 'messaging.destination.name': queue, 'ats.job': id })
      const own = { log: log.child({ queue, id }), slowMs: patience * slowMs, span }
      try {
        await during(own, () => work(id, signal))
        span?.end()
      } catch (error) {
        span?.end(error)
        throw error
      }
    }
  }
  const entries = Object.entries(handlers).map(([queue, work]) => [queue, followed(queue, work)])
  return Object.fromEntries(entries) as Record<Queue, JobHandler>
}
