import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { version } from '#kernel/version.ts'

const header = 'x-ats-doctor'
const freshMs = 60_000

const signature = (secret: string, text: string) =>
  createHmac('sha256', secret).update(`doctor ${text}`).digest('base64url')

/** A text with its signature; undefined if it was signed with another secret, or not at all. */
const sign = (secret: string, text: string) => `${text}.${signature(secret, text)}`
function signedText(secret: string, signed: string): string | undefined {
  const at = signed.lastIndexOf('.')
  const [text, given] = [signed.slice(0, Math.max(at, 0)), Buffer.from(signed.slice(at + 1))]
  const wanted = Buffer.from(signature(secret, text))
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? text : undefined
}

const facts = z.object({ version: z.string(), isForwarded: z.boolean(), askedAt: z.string() })
type Facts = z.infer<typeof facts>

/**
 * Only the doctor, which proves that it has the same SECRET, learns which version is running and how its
 * request arrived.
 */
export function answerDoctor(app: FastifyInstance, secret: string) {
  app.addHook('onRequest', async ({ headers, url }, reply) => {
    const question = headers[header]
    if (typeof question !== 'string' || url !== '/livez') return
    const askedAt = signedText(secret, question)
    if (askedAt === undefined || !(Math.abs(Date.now() - Number(askedAt)) < freshMs)) return
    const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
    const answer: Facts = { version, isForwarded, askedAt }
    reply.header(header, sign(secret, Buffer.from(JSON.stringify(answer)).toString('base64url')))
  })
}

/** What the process at an address reports about itself; undefined if it is not of this installation. */
export async function askAsDoctor(address: string, secret: string, signal: AbortSignal) {
  const askedAt = `${Date.now()}`
  const response = await fetch(`${address}/livez`, {
    signal,
    redirect: 'manual',
    headers: { [header]: sign(secret, askedAt) },
  })
  const signed = signedText(secret, response.headers.get(header) ?? '')
  if (signed === undefined) return { status: response.status, facts: undefined }
  const told = facts.parse(JSON.parse(Buffer.from(signed, 'base64url').toString()))
  return { status: response.status, facts: told.askedAt === askedAt ? told : undefined }
}
