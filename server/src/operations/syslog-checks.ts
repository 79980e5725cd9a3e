import type pg from 'pg'
import { openSyslog } from '#features/security-feed/syslog-connection.ts'
import type { SyslogConfig } from '../syslog-config.ts'
import { type Check, failed, ok, reasonOf } from './findings.ts'

type Output = { since: string | null; problem: string | null }

/** Whether the syslog server accepts a connection from here, and whether the worker can send to it. */
const syslog = (connect: () => Promise<pg.Client>, config: SyslogConfig) => async () => {
  const address = `${config.host}:${config.port}`
  const reached = await openSyslog(config).catch((error: unknown) => reasonOf(error))
  if (typeof reached === 'string')
    return failed(
      `the security feed cannot be sent to ${address}: ${reached}; check SYSLOG_URL and SYSLOG_CA`,
    )
  reached.close()
  const client = await connect()
  try {
    const { rows } = await client.query<Output>(
      `select failing_since as since, problem from security_outputs where name = 'syslog'`,
    )
    const [output] = rows
    if (output === undefined) return failed(`no worker has begun to send the security feed to ${address}`)
    return output.since === null
      ? ok(`the security feed is sent to ${address}`)
      : failed(`the security feed is not sent since ${output.since}: ${output.problem}`)
  } finally {
    await client.end()
  }
}

export const syslogChecks = (
  connect: () => Promise<pg.Client>,
  config: SyslogConfig,
): Record<string, Check> => ({ syslog: syslog(connect, config) })
