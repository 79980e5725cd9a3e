import { z } from 'zod'

type Variables = Record<string, string | undefined>

const example = 'syslog+tls://siem.example.com:6514'

export const syslogVariables = {
  SYSLOG_URL: z
    .url({ protocol: /^syslog\+tls$/, error: `must be an address such as ${example}` })
    .refine(
      (text) => URL.canParse(text) && new URL(text).hostname !== '',
      `must name a server, as in ${example}`,
    )
    .optional(),
  SYSLOG_CA: z.string().optional(),
  SYSLOG_CERT: z.string().optional(),
  SYSLOG_KEY: z.string().optional(),
}

export function neededBySyslog({ SYSLOG_URL, SYSLOG_CA, SYSLOG_CERT, SYSLOG_KEY }: Variables): string[] {
  const isHalf = (SYSLOG_CERT === undefined) !== (SYSLOG_KEY === undefined)
  const isAlone = SYSLOG_URL === undefined && (SYSLOG_CA ?? SYSLOG_CERT ?? SYSLOG_KEY) !== undefined
  return [
    ...(isHalf ? ['SYSLOG_CERT: needs SYSLOG_KEY, and SYSLOG_KEY needs SYSLOG_CERT'] : []),
    ...(isAlone ? ['SYSLOG_URL: is needed with SYSLOG_CA, SYSLOG_CERT and SYSLOG_KEY'] : []),
  ]
}

const standardPort = 6514

/** The syslog server that the worker sends the security feed to. */
export function syslogOf(env: z.infer<z.ZodObject<typeof syslogVariables>>) {
  if (env.SYSLOG_URL === undefined) return undefined
  const { hostname, port } = new URL(env.SYSLOG_URL)
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || standardPort),
    caFile: env.SYSLOG_CA,
    certFile: env.SYSLOG_CERT,
    keyFile: env.SYSLOG_KEY,
  }
}
export type SyslogConfig = NonNullable<ReturnType<typeof syslogOf>>
