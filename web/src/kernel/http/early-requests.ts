import { currentSession } from '#kernel/session/session.ts'

type Early = { token: string; response: Promise<Response>; sentAt: number }

const freshMs = 10_000
const sent = new Map<string, Early>()
let isFirstScreen = true

/**
 * Sends the requests of the first screen while its code is still loading; later screens need none. `call`
 * takes the responses.
 */
export function requestEarly(addresses: string[]) {
  const token = currentSession()?.token
  if (!isFirstScreen || token === undefined) return
  isFirstScreen = false
  const headers = { authorization: `Bearer ${token}` }
  for (const address of addresses) {
    const response = fetch(address, { headers })
    // The error reaches whoever takes the response.
    response.catch(() => undefined)
    sent.set(address, { token, response, sentAt: performance.now() })
  }
}

/** The response to an early request, once, if it is recent and of the same session. */
export function takeEarly(address: string, token: string | undefined): Promise<Response> | undefined {
  const early = sent.get(address)
  sent.delete(address)
  if (early === undefined || early.token !== token) return undefined
  return performance.now() - early.sentAt < freshMs ? early.response : undefined
}
