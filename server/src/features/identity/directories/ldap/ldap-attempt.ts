import type { FastifyBaseLogger } from 'fastify'

export type LdapAttempt = {
  email: string
  password: string
  /** The device is known, so the attempt does not wait behind unknown ones. */
  device: string | undefined
  secret: string
  requestId: string
  log: FastifyBaseLogger
}
