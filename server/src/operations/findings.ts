/** `failed` needs somebody now, `warning` soon. */
export type Finding = { check: string; state: 'ok' | 'warning' | 'failed'; detail: string }
export type Check = () => Promise<Omit<Finding, 'check'>>

export const ok = (detail: string) => ({ state: 'ok', detail }) as const
export const warning = (detail: string) => ({ state: 'warning', detail }) as const
export const failed = (detail: string) => ({ state: 'failed', detail }) as const

const patienceMs = 20_000

/** One after the other, since a check that finds the machine busy would be misled by the others; none waits for ever. */
export async function runChecks(checks: Record<string, Check>): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [check, ask] of Object.entries(checks)) {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<Omit<Finding, 'check'>>((resolve) => {
      timer = setTimeout(() => resolve(failed(`no answer within ${patienceMs / 1000} s`)), patienceMs)
    })
    const finding = await Promise.race([ask(), late]).catch((error: unknown) => failed(reasonOf(error)))
    clearTimeout(timer)
    findings.push({ check, ...finding })
  }
  return findings
}

const reasonOf = (error: unknown) => {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : ''
  return (error.message || code).split('\n', 1)[0] ?? ''
}

/** A plain table, one line for each check. */
export function tableOf(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length))
  return findings
    .map(({ check, state, detail }) => `${check.padEnd(width)}  ${state.padEnd(7)}  ${detail}`)
    .join('\n')
}
