import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from './tracing.ts'

/** A running request or job, to which its statements belong. */
export type Work = {
  /** Its log lines carry the request id, or the queue and id of the job. */
  log: { warn(facts: object, text: string): void }
  /** Slower statements are logged. */
  slowMs: number
  /** Only while it is traced. */
  span?: Span | undefined
}

const underWay = new AsyncLocalStorage<Work>()

/** A request that failed before it became a unit of work has no statements either. */
export const during = <T>(work: Work | null, run: () => T): T =>
  work === null ? run() : underWay.run(work, run)
export const workNow = () => underWay.getStore()

const mostText = 4000
const shape = /^\s*(?:\/\*.*?\*\/\s*)?(\w+)/
const table = /\b(?:from|into|update|join)\s+"?([a-z_.]+)"?/i

/** A short title of a statement: its verb, and the first table that it names. */
export function titleOf(text: string): string {
  const verb = shape.exec(text)?.[1]?.toLowerCase() ?? 'statement'
  const subject = table.exec(text)?.[1]
  return subject === undefined ? verb : `${verb} ${subject}`
}

/**
 * Runs a statement of the current work. Its text goes to the log and the trace, but never its values, which
 * people typed.
 */
export function observed<T>(text: string, name: string | undefined, run: () => T): T {
  const work = underWay.getStore()
  if (work === undefined) return run()
  const span = work.span?.child(titleOf(text), { 'db.system.name': 'postgresql', 'db.query.text': text })
  const began = performance.now()
  const answer = run()
  if (!(answer instanceof Promise)) {
    span?.end()
    return answer
  }
  const ended = (error?: unknown) => {
    span?.end(error)
    const ms = Math.round(performance.now() - began)
    if (ms >= work.slowMs)
      work.log.warn({ statement: titleOf(text), name, ms, text: text.slice(0, mostText) }, 'a slow statement')
  }
  answer.then(() => ended(), ended)
  return answer
}
