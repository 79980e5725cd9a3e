import type { StatsFs } from 'node:fs'

/** `failed` needs somebody now, `warning` soon. */
export type Finding = { check: string; state: 'ok' | 'warning' | 'failed'; detail: string }
export type Check = {
  (): Promise<Omit<Finding, 'check'>>
  /** The timeout of a check that reads a lot. */
  patienceMs?: number
}

export const ok = (detail: string) => ({ state: 'ok', detail }) as const
export const warning = (detail: string) => ({ state: 'warning', detail }) as const
export const failed = (detail: string) => ({ state: 'failed', detail }) as const

const patienceMs = 20_000

/** One after the other, because concurrent checks would distort each other; each has a timeout. */
export async function runChecks(checks: Record<string, Check>): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [check, ask] of Object.entries(checks)) {
    let timer: NodeJS.Timeout | undefined
    const mostMs = ask.patienceMs ?? patienceMs
    const late = new Promise<Omit<Finding, 'check'>>((resolve) => {
      timer = setTimeout(() => resolve(failed(`no answer within ${mostMs / 1000} s`)), mostMs)
    })
    const finding = await Promise.race([ask(), late]).catch((error: unknown) => failed(reasonOf(error)))
    clearTimeout(timer)
    findings.push({ check, ...finding })
  }
  return findings
}

export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // A failed fetch has its reason only in its cause.
  if (error.cause instanceof Error) return reasonOf(error.cause)
  const code = 'code' in error ? String(error.code) : ''
  return (error.message || code).split('\n', 1)[0] ?? ''
}

const gigabyte = 1_000_000_000

/** The free space on the disk of a folder, and the result of the check. */
export function freeSpace(folder: string, { bavail, blocks, bsize }: StatsFs) {
  const [free, share] = [bavail * bsize, bavail / blocks]
  const detail = `${(free / gigabyte).toFixed(1)} GB free of ${((blocks * bsize) / gigabyte).toFixed(1)} at ${folder}`
  if (free < gigabyte || share < 0.05) return { free, detail, finding: failed(detail) }
  return { free, detail, finding: free < 5 * gigabyte || share < 0.1 ? warning(detail) : ok(detail) }
}

/** A plain table, one line per check. */
export function tableOf(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length))
  return findings
    .map(({ check, state, detail }) => `${check.padEnd(width)}  ${state.padEnd(7)}  ${detail}`)
    .join('\n')
}
