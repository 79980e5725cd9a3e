import { createHash, randomUUID } from 'node:crypto'
import type { LdapSettings } from '@ats/contract/identity/directory-settings.ts'
import { type Client, ResultCodeError } from 'ldapts'
import { semaphore } from '#kernel/jobs/semaphore.ts'
import { type Connection, connect } from './connection.ts'
import { type Found, findPerson } from './entry.ts'
import { DirectoryFailure, type FailureReason } from './failure.ts'
import { groupsOf } from './groups.ts'
import { connectionPool } from './pool.ts'

export type LdapDirectory = { id: string; settings: LdapSettings; secret: string }

/** A directory gets at most this many sign-ins at once; more wait, and beyond the queue get an error. */
const atOnce = 20
const mostWaiting = 500
const mostIdle = atOnce
const longestMs = 10_000

/** Result codes to a bind that say something about the person: unknown, locked, without a password, and so on. */
const personCodes = [19, 32, 34, 48, 49, 50, 53]
/** Other result codes; the rest are due to the settings. */
const reasons: Record<number, FailureReason> = {
  1: 'service-account',
  3: 'timeout',
  10: 'referral',
  50: 'service-account',
  51: 'unreachable',
  52: 'unreachable',
}

function failureOfCode(error: unknown): unknown {
  if (!(error instanceof ResultCodeError)) return error
  return new DirectoryFailure(reasons[error.code] ?? 'settings', error)
}

async function connectAsService({ settings, secret }: LdapDirectory, signal: AbortSignal) {
  const connection = await connect(settings, signal)
  try {
    await connection.use(signal, (client) => client.bind(settings.bindDn, secret))
    return connection
  } catch (error) {
    connection.close()
    throw error instanceof ResultCodeError ? new DirectoryFailure('service-account', error) : error
  }
}

function open(directory: LdapDirectory) {
  const searches = connectionPool(
    (signal): Promise<Connection> => connectAsService(directory, signal),
    mostIdle,
  )
  /** For binds of people only: what a connection may do after one is never used. */
  const proofs = connectionPool((signal) => connect(directory.settings, signal), mostIdle)
  return {
    fingerprint: fingerprintOf(directory),
    run: semaphore(atOnce, mostWaiting),
    search: <T>(signal: AbortSignal, work: (client: Client) => Promise<T>) =>
      searches.use(signal, work).catch((error: unknown) => {
        throw failureOfCode(error)
      }),
    prove: proofs.use,
    close() {
      searches.close()
      proofs.close()
    },
  }
}
type Access = ReturnType<typeof open>

const fingerprintOf = ({ settings, secret }: LdapDirectory) =>
  createHash('sha256')
    .update(JSON.stringify([settings, secret]))
    .digest('hex')

const accesses = new Map<string, Access>()

/** Changed settings take effect at the next sign-in. */
function accessTo(directory: LdapDirectory): Access {
  const known = accesses.get(directory.id)
  if (known?.fingerprint === fingerprintOf(directory)) return known
  known?.close()
  const access = open(directory)
  accesses.set(directory.id, access)
  return access
}

/** Whether the directory accepts the password for this name. */
async function isAccepted(client: Client, dn: string, password: string): Promise<boolean> {
  try {
    await client.bind(dn, password)
    return true
  } catch (error) {
    if (error instanceof ResultCodeError && personCodes.includes(error.code)) return false
    throw failureOfCode(error)
  }
}

/**
 * Servers accept an empty password as an anonymous bind, and some stop reading at NUL. Control characters are
 * in no login.
 */
const isUsable = (login: string, password: string) =>
  login.trim() !== '' && !/\p{Cc}/u.test(login) && password.trim() !== '' && !password.includes('\0')

async function prove(
  access: Access,
  { settings }: LdapDirectory,
  login: string,
  password: string,
  signal: AbortSignal,
) {
  const person = await access.search(signal, (client) => findPerson(client, settings, login))
  // Somebody whom the directory does not know takes the same steps, with a name that nobody has.
  const [dn, tried] = person ? [person.dn, password] : [`cn=${randomUUID()},${settings.baseDn}`, randomUUID()]
  const isProven = await access.prove(signal, (client) => isAccepted(client, dn, tried))
  if (!isProven || person === undefined) return undefined
  if (!settings.nestedGroups) return person
  return access.search(signal, async (client) => ({
    ...person,
    groups: await groupsOf(client, settings, person),
  }))
}

/**
 * The person with this login and password; undefined if the login or the password is wrong. Throws
 * `DirectoryFailure` if the directory cannot be asked, and `unavailable` if too many sign-ins wait.
 */
export async function identify(
  directory: LdapDirectory,
  login: string,
  password: string,
  { goesFirst = false } = {},
): Promise<Found | undefined> {
  if (!isUsable(login, password)) return undefined
  const access = accessTo(directory)
  const signal = AbortSignal.timeout(Math.min(directory.settings.timeoutMs, longestMs))
  return access.run(
    async () => {
      if (signal.aborted) throw new DirectoryFailure('timeout')
      return prove(access, directory, login, password, signal)
    },
    { goesFirst },
  )
}

/** Connects, signs the service account in and searches, as a sign-in would. */
export async function tryLdap(directory: LdapDirectory): Promise<void> {
  const { settings } = directory
  const signal = AbortSignal.timeout(Math.min(settings.timeoutMs, longestMs))
  const connection = await connectAsService(directory, signal)
  try {
    await connection.use(signal, (client) => findPerson(client, settings, randomUUID()))
  } catch (error) {
    throw failureOfCode(error)
  } finally {
    connection.close()
  }
}
