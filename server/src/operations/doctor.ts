import { newClient } from '#kernel/db/connection.ts'
import { type Config, readConfig } from '../config.ts'
import { archiveChecks } from './archive-checks.ts'
import { backupChecks } from './backup-checks.ts'
import { databaseChecks } from './database-checks.ts'
import { fieldIndexChecks } from './field-index-checks.ts'
import { type Finding, failed, runChecks } from './findings.ts'
import { lifetimeChecks } from './lifetime-checks.ts'
import { machineChecks } from './machine-checks.ts'
import { paperChecks } from './paper-checks.ts'
import { replicaChecks } from './replica-checks.ts'
import { serviceChecks } from './service-checks.ts'
import { syslogChecks } from './syslog-checks.ts'

const statementMs = 10_000

const connectTo = (databaseUrl: string) => async () => {
  const client = newClient(databaseUrl, 'ats doctor', { statement_timeout: statementMs })
  await client.connect()
  return client
}

/** Runs all checks, in the environment of API and worker. */
export async function examine(variables: Record<string, string | undefined>): Promise<Finding[]> {
  let config: Config
  try {
    config = readConfig(variables)
  } catch (error) {
    const problems = (error as Error).message.split('\n').slice(1)
    return runChecks({ settings: async () => failed(problems.map((line) => line.trim()).join('; ')) })
  }
  const { databaseUrl, replica } = config
  return runChecks({
    ...machineChecks(config),
    ...backupChecks(config),
    ...serviceChecks(config),
    ...databaseChecks(connectTo(databaseUrl), databaseUrl),
    ...lifetimeChecks(connectTo(databaseUrl), config),
    ...archiveChecks(connectTo(databaseUrl), config),
    ...paperChecks(connectTo(databaseUrl), config),
    ...fieldIndexChecks(connectTo(databaseUrl)),
    ...(config.syslog && syslogChecks(connectTo(databaseUrl), config.syslog)),
    ...(replica && replicaChecks(connectTo(databaseUrl), connectTo(replica.url))),
  })
}
