import { z } from 'zod'

const count = (standard: number, most: number) => z.coerce.number().int().min(1).max(most).default(standard)

const malformed = 'must be an address such as tcp://127.0.0.1:3310 or unix:/run/clamav/clamd.ctl'

export const paperVariables = {
  PAPERS_PER_DAY: count(500, 1_000_000),
  PAPERS_MB_PER_DAY: count(2000, 1_000_000),
  PAPERS_IN_ALL: count(1_000_000, 100_000_000),
  PAPERS_MB_IN_ALL: count(200_000, 100_000_000),
  CLAMD_URL: z
    .string()
    .regex(/^(tcp:\/\/[^\s/:]+:\d{1,5}|unix:\/\S+)$/, malformed)
    .optional(),
}

/** A TCP address, or the path of a socket. */
export type ClamdAddress = { host: string; port: number } | { path: string }

function clamdAddress(url: string): ClamdAddress {
  if (url.startsWith('unix:')) return { path: url.slice('unix:'.length) }
  const { hostname, port } = new URL(url)
  return { host: hostname, port: Number(port) }
}

export const papersOf = (env: z.infer<z.ZodObject<typeof paperVariables>>) => ({
  /** What one person uploads in a day, and what the installation holds. */
  perDay: { papers: env.PAPERS_PER_DAY, bytes: env.PAPERS_MB_PER_DAY * 1_000_000 },
  inAll: { papers: env.PAPERS_IN_ALL, bytes: env.PAPERS_MB_IN_ALL * 1_000_000 },
  /** The virus scanner that checks papers before anybody opens them. */
  clamd: env.CLAMD_URL === undefined ? undefined : clamdAddress(env.CLAMD_URL),
})
