import { z } from 'zod'
import { readNetworks } from '#kernel/http/networks.ts'
import { readTrustProxy } from '#kernel/http/trusted-proxies.ts'
import type { KeepDays } from '#kernel/lifetimes.ts'
import { bucketOf, bucketVariables, neededByBucket } from './bucket-config.ts'
import { papersOf, paperVariables } from './paper-config.ts'
import { sealsOf, sealVariables } from './seal-config.ts'
import { neededBySyslog, syslogOf, syslogVariables } from './syslog-config.ts'

const exampleSecrets = ['change-me', 'changeme', 'secret', 'example', 'development', 'demo']
const flag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((text) => text === 'true')
const port = z.coerce.number().int().min(0).max(65_535)
const count = (standard: number, most: number) => z.coerce.number().int().min(1).max(most).default(standard)

function isTimeZone(name: string) {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

const database = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })

const networks = z.string().transform((text, context) => {
  const read = readNetworks(text)
  if (read !== undefined) return read
  context.addIssue('must be networks such as 10.1.0.0/16,fd00::/8')
  return z.NEVER
})

export const environment = z.object({
  DATABASE_URL: database,
  DATABASE_POOL_URL: database.optional(),
  DATABASE_REPLICA_URL: database.optional(),
  REPLICA_BEHIND_SECONDS: count(30, 24 * 60 * 60),
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(8080),
  ORIGIN: z.url({ protocol: /^https?$/, error: 'must be the http(s) address that people type' }).optional(),
  SECRET: z.string().default(''),
  ...sealVariables,
  DATA_DIR: z.string({ error: 'must name a folder' }),
  WEB_DIR: z.string().optional(),
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional(),
  MAIL_FROM: z.string().default('Asset Tracking Solution <no-reply@localhost>'),
  MAIL_ATTACHMENT_MB: count(8, 100),
  TIME_ZONE: z.string().refine(isTimeZone, 'must be a time zone such as Asia/Kolkata').default('UTC'),
  DEMO: flag,
  NODE_ENV: z.string().optional(),
  TRUST_PROXY: z
    .string()
    .default('false')
    .transform((text, context) => {
      const trust = readTrustProxy(text)
      if (trust !== undefined) return trust
      context.addIssue(
        'must be true, false, a number of proxies up to 10, or networks such as 10.0.0.0/8,fd00::/8',
      )
      return z.NEVER
    }),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  DATABASE_CONNECTIONS: count(20, 500),
  DATABASE_WAITERS: count(200, 10_000),
  SLOW_STATEMENT_MS: count(1000, 600_000),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be the http(s) address of a collector' })
    .optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  STATEMENT_TIMEOUT_MS: count(15_000, 600_000),
  LOCK_TIMEOUT_MS: count(5000, 600_000),
  HTTP_CONNECTIONS: count(5000, 100_000),
  HTTP_CONNECTIONS_PER_ADDRESS: count(1000, 100_000),
  UPLOAD_MB: count(2000, 100_000),
  IMPORTS_OPEN: count(20, 10_000),
  IMPORTS_OPEN_IN_ALL: count(200, 100_000),
  IMPORT_ROWS: count(20_000_000, 1_000_000_000),
  IMPORT_ROWS_IN_ALL: count(50_000_000, 10_000_000_000),
  IMPORT_WAITING_MB: count(4000, 1_000_000),
  IMPORT_WAITING_MB_IN_ALL: count(20_000, 10_000_000),
  IMPORT_DAYS: count(7, 365),
  ...bucketVariables,
  ...paperVariables,
  BACKUP_DIR: z.string().optional(),
  BACKUP_HOURS: count(26, 24 * 365),
  ARCHIVE_DIR: z.string().optional(),
  SESSION_IDLE_MINUTES: count(12 * 60, 60 * 24 * 90),
  SESSION_DAYS: count(30, 365),
  NATS_URL: z.string().optional(),
  NATS_MONITOR_URL: z.string().optional(),
  NATS_REPLICAS: count(1, 5),
  NATS_STORE_MB: count(2000, 10_000_000),
  MQTT_HOST: z.string().default('127.0.0.1'),
  MQTT_PORT: port.default(1883),
  WEBHOOK_PORT: port.default(8090),
  GATEWAY_TLS_CERT: z.string().optional(),
  GATEWAY_TLS_KEY: z.string().optional(),
  MQTT_ADDRESS: z
    .url({ protocol: /^mqtts?$/, error: 'must be the mqtt(s):// address of the gateway' })
    .optional(),
  WEBHOOK_ADDRESS: z
    .url({ protocol: /^https?$/, error: 'must be the http(s) address of the gateway' })
    .optional(),
  READS_DAYS: count(90, 400),
  UNKNOWN_TAGS_DAYS: count(365, 3650),
  WORK_DAYS: count(365, 3650),
  ACCESS_REQUESTS_DAYS: count(365, 3650),
  SECURITY_DAYS: count(400, 3650),
  ...syslogVariables,
  DEAD_LETTERS_MB: count(500, 1_000_000),
  WEBHOOK_NETWORKS: networks.optional(),
  PRINTER_NETWORKS: networks.optional(),
  WEBHOOK_DAYS: count(30, 365),
})

/** Every environment variable of the server. */
export const settingNames: readonly string[] = Object.keys(environment.shape)

export type Variables = Record<string, string | undefined>

/**
 * Variables that only the demo may omit. They are checked apart from the schema, which stops after the first
 * wrong variable.
 */
function neededOutsideDemo({ DEMO, NODE_ENV, ORIGIN, SECRET = '' }: Variables): string[] {
  if (DEMO === 'true')
    return NODE_ENV === 'production' ? ['DEMO: shows a sign-in to everyone, so production refuses it'] : []
  const isExample = exampleSecrets.some((example) => SECRET.toLowerCase().includes(example))
  return [
    ...(ORIGIN === undefined ? ['ORIGIN: is needed'] : []),
    ...(SECRET.length < 32 ? ['SECRET: needs at least 32 characters'] : []),
    ...(isExample ? ['SECRET: is an example; make one with: openssl rand -hex 32'] : []),
  ]
}

export type Config = ReturnType<typeof readConfig>

type Environment = z.infer<typeof environment>

/** Reports all problems together, so that an operator fixes them in one go. */
export function parseVariables<Schema extends z.ZodObject>(
  schema: Schema,
  variables: Variables,
  needed: (given: Variables) => string[] = () => [],
): z.output<Schema> {
  // In compose files an empty variable means 'not set'.
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(given)
  const wrong = parsed.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
  const problems = [...wrong, ...needed(given)]
  if (!parsed.success || problems.length > 0)
    throw new Error(`The configuration cannot be used:\n${problems.map((line) => `  ${line}`).join('\n')}`)
  return parsed.data
}

const importLimits = (env: Environment) => ({
  /** Unfinished imports, staged rows, and bytes of files that wait to be read. */
  perPerson: {
    open: env.IMPORTS_OPEN,
    rows: env.IMPORT_ROWS,
    bytes: env.IMPORT_WAITING_MB * 1_000_000,
  },
  inAll: {
    open: env.IMPORTS_OPEN_IN_ALL,
    rows: env.IMPORT_ROWS_IN_ALL,
    bytes: env.IMPORT_WAITING_MB_IN_ALL * 1_000_000,
  },
  /** Days to keep the rows of an import that is finished or waits for its owner. */
  days: env.IMPORT_DAYS,
})

type NatsVariable = 'NATS_URL' | 'NATS_MONITOR_URL' | 'NATS_REPLICAS' | 'NATS_STORE_MB'
type ListenVariable = 'MQTT_HOST' | 'MQTT_PORT' | 'WEBHOOK_PORT' | 'GATEWAY_TLS_CERT' | 'GATEWAY_TLS_KEY'

/** NATS, between readers and the database; absent if there are no fixed readers. */
export const logConfig = (env: Pick<Environment, NatsVariable>) =>
  env.NATS_URL === undefined
    ? undefined
    : {
        servers: env.NATS_URL.split(',').map((server) => server.trim()),
        monitors: env.NATS_MONITOR_URL?.split(',').map((monitor) => monitor.trim()),
        replicas: env.NATS_REPLICAS,
        storeBytes: env.NATS_STORE_MB * 1_000_000,
      }

export const gatewayConfig = (env: Pick<Environment, ListenVariable>) => ({
  host: env.MQTT_HOST,
  mqttPort: env.MQTT_PORT,
  webhookPort: env.WEBHOOK_PORT,
  tls:
    env.GATEWAY_TLS_CERT === undefined || env.GATEWAY_TLS_KEY === undefined
      ? undefined
      : { certFile: env.GATEWAY_TLS_CERT, keyFile: env.GATEWAY_TLS_KEY },
})

/** How long rows are kept, for the tables of kernel/lifetimes.ts. */
const keepDaysOf = (env: Environment): KeepDays => ({
  READS_DAYS: env.READS_DAYS,
  UNKNOWN_TAGS_DAYS: env.UNKNOWN_TAGS_DAYS,
  IMPORT_DAYS: env.IMPORT_DAYS,
  WORK_DAYS: env.WORK_DAYS,
  ACCESS_REQUESTS_DAYS: env.ACCESS_REQUESTS_DAYS,
  SESSION_DAYS: env.SESSION_DAYS,
  SECURITY_DAYS: env.SECURITY_DAYS,
  WEBHOOK_DAYS: env.WEBHOOK_DAYS,
})

/** The replica for reports and exports, and how far it may lag. */
const replicaOf = (env: Environment) =>
  env.DATABASE_REPLICA_URL === undefined
    ? undefined
    : { url: env.DATABASE_REPLICA_URL, mostBehindMs: env.REPLICA_BEHIND_SECONDS * 1000 }

/** Where traces are sent, and the sampled share of requests. */
const tracingOf = (env: Environment) =>
  env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
    ? undefined
    : { endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, share: env.OTEL_TRACES_SAMPLER_ARG }

/** The limits of concurrent downloads and of their slowness. */
const downloadLimits = {
  perPerson: 2,
  atOnce: 6,
  leastBytesPerSecond: 16_000,
  windowMs: 60_000,
  longestMs: 60 * 60_000,
}

const requestTimes = { headersMs: 20_000, bodyMs: 15_000, pictureMs: 5 * 60_000, fileMs: 30 * 60_000 }

const requestLimitsOf = (env: Environment) => ({
  ...requestTimes,
  connections: env.HTTP_CONNECTIONS,
  perAddress: env.HTTP_CONNECTIONS_PER_ADDRESS,
})

export function readConfig(variables: Variables) {
  const env = parseVariables(environment, variables, (given) => [
    ...neededOutsideDemo(given),
    ...neededByBucket(given),
    ...neededBySyslog(given),
  ])
  return {
    databaseUrl: env.DATABASE_URL,
    replica: replicaOf(env),
    /** A pooler in transaction mode; only for the API, and never for LISTEN or COPY. */
    databasePoolUrl: env.DATABASE_POOL_URL,
    /** Slower statements of a request are logged. */
    slowStatementMs: env.SLOW_STATEMENT_MS,
    tracing: tracingOf(env),
    databaseLimits: {
      connections: env.DATABASE_CONNECTIONS,
      waiters: env.DATABASE_WAITERS,
      statementMs: env.STATEMENT_TIMEOUT_MS,
      lockMs: env.LOCK_TIMEOUT_MS,
    },
    requestLimits: requestLimitsOf(env),
    host: env.HOST,
    port: env.PORT,
    origin: env.ORIGIN?.replace(/\/+$/, '') ?? `http://${env.HOST}:${env.PORT}`,
    ...{ secret: env.SECRET, ...sealsOf(env) },
    dataDir: env.DATA_DIR,
    bucket: bucketOf(env),
    /** Where to look for backups and archives, and how old the newest backup may be. */
    backups: { folder: env.BACKUP_DIR, mostHours: env.BACKUP_HOURS, archives: env.ARCHIVE_DIR },
    uploadBytes: env.UPLOAD_MB * 1_000_000,
    ...{ imports: importLimits(env), papers: papersOf(env) },
    webDir: env.WEB_DIR,
    metrics: env.METRICS_PORT === undefined ? undefined : { host: env.METRICS_HOST, port: env.METRICS_PORT },
    mail: env.SMTP_URL === undefined ? undefined : { url: env.SMTP_URL, from: env.MAIL_FROM },
    /** A larger file is not attached; its email links to the download. */
    mailAttachmentBytes: env.MAIL_ATTACHMENT_MB * 1_000_000,
    timeZone: env.TIME_ZONE,
    demo: env.DEMO,
    production: env.NODE_ENV === 'production',
    trustProxy: env.TRUST_PROXY,
    syslog: syslogOf(env),
    logLevel: env.LOG_LEVEL,
    sessionIdleMinutes: env.SESSION_IDLE_MINUTES,
    sessionDays: env.SESSION_DAYS,
    log: logConfig(env),
    gateway: gatewayConfig(env),
    /** The addresses that people configure in their readers. */
    readerAddresses: { mqtt: env.MQTT_ADDRESS, webhook: env.WEBHOOK_ADDRESS?.replace(/\/+$/, '') },
    /** Networks of the operator: webhooks are sent there besides the public internet, labels only there. */
    ...{ webhookNetworks: env.WEBHOOK_NETWORKS ?? [], printerNetworks: env.PRINTER_NETWORKS ?? [] },
    keepDays: keepDaysOf(env),
    /** How long single reads are stored. */
    readDays: env.READS_DAYS,
    /** Storage for dead letters; one reader may use a tenth of it. */
    deadLetterBytes: env.DEAD_LETTERS_MB * 1_000_000,
    downloadLimits,
    /** Checks every response against its schema; set by the tests. */
    checkReplies: false,
  }
}
