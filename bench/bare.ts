import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Postgres } from '../scripts/postgres/postgres.ts'
import { run } from '../scripts/processes.ts'
import { unprepared } from '../server/src/kernel/db/naming-client.ts'
import type { Statement } from './statements.ts'

/** Transactions per second of pgbench with the same statements, prepared, on the same number of connections. */
export async function barePerSecond(
  postgres: Postgres,
  database: string,
  statements: Statement[],
  effort: { seconds: number; connections: number },
): Promise<number> {
  if (postgres.bin === null) throw new Error('The bench needs pgbench: install PostgreSQL on this machine')
  // Statements that the product leaves unprepared are planned on every execution here too.
  const protocol = statements.some(({ text }) => text.includes(unprepared)) ? 'extended' : 'prepared'
  const folder = await mkdtemp(join(tmpdir(), 'ats-bench-'))
  try {
    const script = join(folder, 'statements.sql')
    await writeFile(script, `${statements.map(asScript).join(';\n')};\n`)
    const given = [
      ...['--no-vacuum', '--protocol', protocol, '--file', script],
      ...['--client', `${effort.connections}`, '--jobs', '2', '--time', `${effort.seconds}`],
      ...statements.flatMap(({ values }, at) => values.flatMap((value, n) => variable(at, n, value))),
      postgres.url(database),
    ]
    const report = await run(join(postgres.bin, 'pgbench'), given, {
      env: { ...process.env, ...asTheProduct },
    })
    const perSecond = /tps = ([\d.]+)/.exec(report)?.[1]
    if (perSecond === undefined) throw new Error(`pgbench gave no figure\n${report}`)
    return Number(perSecond)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The settings that the product's own connections have. */
const asTheProduct = { PGOPTIONS: '-c jit=off -c random_page_cost=1.1' }

/** Longer values do not fit into a command line, so they are part of the script. */
const longest = 10_000
const isLong = (value: string) => value.length > longest

function asScript({ text, values }: Statement, at: number): string {
  return text.replace(/\s+/g, ' ').replace(/\$(\d+)/g, (_, digits) => {
    const n = Number(digits) - 1
    const value = values[n] ?? null
    if (value === null) return 'null'
    return isLong(value) ? `'${value.replaceAll("'", "''")}'` : `:v${at}_${n}`
  })
}

function variable(at: number, n: number, value: string | null): string[] {
  return value === null || isLong(value) ? [] : ['--define', `v${at}_${n}=${value}`]
}
