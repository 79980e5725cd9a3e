import { Histogram, type Registry } from 'prom-client'
import { JobBusy, type JobHandler, type Queue } from './jobs.ts'

/**
 * Wraps the handlers to measure how long each job took and how it ended: done, failed, busy elsewhere, or
 * stopped with the worker.
 */
export function measureJobs(
  handlers: Record<Queue, JobHandler>,
  registry: Registry,
): Record<Queue, JobHandler> {
  const durations = new Histogram({
    name: 'job_duration_seconds',
    help: 'How long jobs took',
    labelNames: ['queue', 'outcome'],
    buckets: [0.1, 0.5, 1, 5, 30, 60, 300, 1800, 7200],
    registers: [registry],
  })
  const measured = (queue: string, work: JobHandler): JobHandler => {
    return async (id, signal, trace) => {
      const end = durations.startTimer({ queue })
      try {
        await work(id, signal, trace)
        end({ outcome: signal.aborted ? 'stopped' : 'done' })
      } catch (error) {
        const outcome = error instanceof JobBusy ? 'busy' : 'failed'
        end({ outcome: signal.aborted ? 'stopped' : outcome })
        throw error
      }
    }
  }
  const entries = Object.entries(handlers).map(([queue, work]) => [queue, measured(queue, work)])
  return Object.fromEntries(entries) as Record<Queue, JobHandler>
}
