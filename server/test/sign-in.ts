import type { FastifyInstance } from 'fastify'
import { signedInWith, testPassword } from './app.ts'

type From = { password?: string; address?: string; device?: string | undefined }

/** Signs in like a browser. Attempts are counted by address, so a test that fails on purpose uses its own address. */
export async function signIn(app: FastifyInstance, email: string, from: From = {}) {
  const { password = testPassword, address = '127.0.0.1', device } = from
  const response = await app.inject({
    method: 'POST',
    url: '/api/v1/login',
    payload: { email, password },
    remoteAddress: address,
    headers: { 'sec-fetch-site': 'same-origin' },
    ...(device !== undefined && { cookies: { ats_device: device } }),
  })
  const cookie = response.cookies.find(({ name }) => name === 'ats_session')
  const body = response.json()
  const known = response.cookies.find(({ name }) => name === 'ats_device')
  return {
    response,
    status: response.statusCode,
    body,
    device: known?.value,
    ...signedInWith(body.token, cookie?.value ?? ''),
  }
}
