import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { sessions } from '@ats/contract/identity/sessions.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#kernel/services.ts'
import { cookieRules } from './sessions.ts'

export const deviceCookie = 'ats_device'
const deviceDays = 180

const dayMs = 24 * 60 * 60 * 1000
const mostAccounts = 5
const macBytes = 16
const form = /^([\w-]{16})\.(\d{1,6})\.([\w-]{22})$/

const today = () => Math.floor(Date.now() / dayMs)

const macOf = (secret: string, email: string, mark: string) =>
  createHmac('sha256', secret)
    .update(`known device\0${email.toLowerCase()}\0${mark}`)
    .digest()
    .subarray(0, macBytes)

/** The name of the device, if we made the mark for this account, and recently enough. */
function readMark(mark: string, email: string, secret: string): string | undefined {
  const [, device, day = '', mac = ''] = form.exec(mark) ?? []
  const given = Buffer.from(mac, 'base64url')
  if (device === undefined || given.length !== macBytes || today() - Number(day) > deviceDays)
    return undefined
  return timingSafeEqual(given, macOf(secret, email, `${device}.${day}`)) ? device : undefined
}

const marksOf = (cookie: string | undefined) => (cookie ?? '').split('~', mostAccounts)

/**
 * The device that a cookie names, if somebody signed in to this account on it before. It proves nothing else:
 * the password is still required.
 */
export function knownDevice(cookie: string | undefined, email: string, secret: string): string | undefined {
  for (const mark of marksOf(cookie)) {
    const device = readMark(mark, email, secret)
    if (device !== undefined) return device
  }
  return undefined
}

/** The cookie of a device after a sign-in; it keeps the marks of a few other people who share the device. */
export function rememberDevice(cookie: string | undefined, email: string, secret: string): string {
  const mark = `${randomBytes(12).toString('base64url')}.${today()}`
  const others = marksOf(cookie).filter((one) => form.test(one) && readMark(one, email, secret) === undefined)
  const own = `${mark}.${macOf(secret, email, mark).toString('base64url')}`
  return [own, ...others].slice(0, mostAccounts).join('~')
}

/** Marks the browser as known to the account, once a sign-in is complete. */
export function setDeviceCookie(
  config: Services['config'],
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  email: string,
) {
  reply.setCookie(deviceCookie, rememberDevice(request.cookies[deviceCookie], email, config.secret), {
    ...cookieRules(config),
    path: sessions.login.path,
    maxAge: deviceDays * 24 * 60 * 60,
  })
}
