import { randomUUID } from 'node:crypto'
import { type APIRequestContext, type APIResponse, type Page, request } from '@playwright/test'

/** The credentials that the demo shows on its sign-in page. */
export const demo = { email: 'admin@example.com', password: 'Teak-Desk-42' }

/** Valid for the server, and unlike any name here. */
export const password = 'Copper-Kettle-91'
const temporaryPassword = 'Pewter-Basin-64'

export type Person = { id: string; name: string; email: string; password: string }
type Wish = { name?: string; role?: string; location?: string; places?: string[] }
type Form = NonNullable<NonNullable<Parameters<APIRequestContext['post']>[1]>['multipart']>
type SignedIn = { token: string; user: object }
type Cookies = Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>

/** The session of a signed-in person, as a browser stores it. */
export type Session = SignedIn & { cookies: Cookies }

export const newEmail = (name = 'person') =>
  `${name.toLowerCase().replace(/\W+/g, '.')}.${randomUUID().slice(0, 8)}@example.com`

/** A name that no other story uses. */
export const newName = (first = 'Person') =>
  `${first} ${randomUUID()
    .slice(0, 8)
    .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')}`

/** An API client to prepare a story, without a browser. */
export type Hand = {
  call: (method: 'get' | 'post' | 'put' | 'patch' | 'delete', path: string, data?: object) => Promise<unknown>
  /** Posts a multipart form with a file. */
  form: (path: string, fields: Form) => Promise<unknown>
  /** Creates a person with that role in that city. */
  person: (wish?: Wish) => Promise<Person>
}

export async function handOf(
  request: APIRequestContext,
  who: { email: string; password: string },
): Promise<Hand> {
  const { token } = await signIn(request, who)
  const headers = { authorization: `Bearer ${token}` }
  const call: Hand['call'] = async (method, path, data) =>
    readAnswer(await request[method](path, { headers, ...(data !== undefined && { data }) }))
  return {
    call,
    form: async (path, multipart) => readAnswer(await request.post(path, { headers, multipart })),
    async person({ name = newName(), role = 'user', location = 'indore', places = [] } = {}) {
      const email = newEmail(name)
      const { user } = (await call('post', '/api/v1/register', {
        name,
        email,
        password: temporaryPassword,
        role,
        location,
        places,
      })) as {
        user: { _id: string }
      }
      await choosePassword(email)
      return { id: user._id, name, email, password }
    },
  }
}

/** The password that an administrator gave works only until the person has chosen their own. */
async function choosePassword(email: string) {
  const context = await request.newContext({ baseURL: process.env.E2E_ADDRESS ?? '' })
  const { token } = await signIn(context, { email, password: temporaryPassword })
  const headers = (secret: string) => ({ authorization: `Bearer ${secret}` })
  const data = { oldPassword: temporaryPassword, newPassword: password }
  const changed = await context.put('/api/v1/me/password', { headers: headers(token), data })
  const { token: renewed } = (await readAnswer(changed)) as { token: string }
  await readAnswer(await context.post('/api/v1/logout', { headers: headers(renewed) }))
  await context.dispose()
}

async function readAnswer(answer: APIResponse): Promise<unknown> {
  if (!answer.ok()) throw new Error(`${answer.url()} answered ${answer.status()}: ${await answer.text()}`)
  return answer.json()
}

async function signIn(
  request: APIRequestContext,
  who: { email: string; password: string },
): Promise<SignedIn> {
  const answer = await request.post('/api/v1/login', {
    data: { email: who.email, password: who.password },
    // The header that a browser sends; the session of a program has no cookie.
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  if (!answer.ok()) throw new Error(`${who.email} cannot sign in: ${answer.status()} ${await answer.text()}`)
  return (await answer.json()) as SignedIn
}

/** Signs in without a browser, so that a browser can continue with the session. */
export async function sessionOf(who: { email: string; password: string }): Promise<Session> {
  const context = await request.newContext({ baseURL: process.env.E2E_ADDRESS ?? '' })
  const signedIn = await signIn(context, who)
  const { cookies } = await context.storageState()
  await context.dispose()
  return { ...signedIn, cookies }
}

/** Signs the browser in as the sign-in page does, without showing it. */
export async function enterAs(page: Page, who: { email: string; password: string }): Promise<void> {
  // A screen of the previous person would notice the end of its session, and end the next one too.
  if (page.url() !== 'about:blank') await page.goto('about:blank')
  const answer = await signIn(page.request, who)
  const localStorage = [
    { name: 'authToken', value: answer.token },
    { name: 'user', value: JSON.stringify(answer.user) },
  ]
  const context = page.context()
  const origins = [{ origin: process.env.E2E_ADDRESS ?? '', localStorage }]
  await context.setStorageState({ cookies: await context.cookies(), origins })
}
