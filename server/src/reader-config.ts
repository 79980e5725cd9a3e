import {
  type Config,
  environment,
  gatewayConfig,
  logConfig,
  parseVariables,
  type Variables,
} from './config.ts'

/** The configuration of gateway and writer; they need no SECRET, no bucket and no mail server. */
export type ReaderConfig = Pick<
  Config,
  | 'databaseUrl'
  | 'databaseLimits'
  | 'log'
  | 'gateway'
  | 'readDays'
  | 'deadLetterBytes'
  | 'metrics'
  | 'logLevel'
>

const common = [
  ...(['DATABASE_URL', 'DATABASE_WAITERS', 'NODE_ENV', 'LOG_LEVEL', 'METRICS_PORT', 'METRICS_HOST'] as const),
  ...(['NATS_URL', 'NATS_MONITOR_URL', 'NATS_REPLICAS', 'NATS_STORE_MB'] as const),
] as const
const listening = ['MQTT_HOST', 'MQTT_PORT', 'WEBHOOK_PORT', 'GATEWAY_TLS_CERT', 'GATEWAY_TLS_KEY'] as const
const writing = ['READS_DAYS', 'DEAD_LETTERS_MB'] as const

/** The environment variables of each. */
export const readerSettings = {
  gateway: [...common, ...listening] as readonly string[],
  writer: [...common, ...writing] as readonly string[],
}

type Name = (typeof common | typeof listening | typeof writing)[number]
const every = [...common, ...listening, ...writing].map((name) => [name, true])
const ofReaders = environment.pick(Object.fromEntries(every) as { [name in Name]: true })

export function readReaderConfig(variables: Variables): ReaderConfig {
  const env = parseVariables(ofReaders, variables)
  return {
    databaseUrl: env.DATABASE_URL,
    // Their statements have their own limits.
    databaseLimits: { connections: 1, waiters: env.DATABASE_WAITERS, statementMs: 0, lockMs: 0 },
    log: logConfig(env),
    gateway: gatewayConfig(env),
    readDays: env.READS_DAYS,
    deadLetterBytes: env.DEAD_LETTERS_MB * 1_000_000,
    metrics: env.METRICS_PORT === undefined ? undefined : { host: env.METRICS_HOST, port: env.METRICS_PORT },
    logLevel: env.LOG_LEVEL,
  }
}
