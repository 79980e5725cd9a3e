import { setTimeout as delay } from 'node:timers/promises'
import { mostChunkBytes, type Paper, type PaperUpload } from '@ats/contract/papers.ts'
import { demoSignIn } from '../server/src/features/identity/demo.ts'

/** A running product and a signed-in person. */
export type Caller = { address: string; headers: Record<string, string> }

/** With `origin` like a browser: only browsers get the cookie for downloads. */
export async function signIn(
  address: string,
  who = demoSignIn,
  origin?: string,
): Promise<Record<string, string>> {
  const answer = await fetch(`${address}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(origin && { origin }) },
    body: JSON.stringify(who),
  })
  if (!answer.ok) throw new Error(`The sign-in answered ${answer.status}: ${await answer.text()}`)
  const { token } = (await answer.json()) as { token: string }
  const cookie = answer.headers.getSetCookie().map((one) => one.split(';')[0])
  return { authorization: `Bearer ${token}`, cookie: cookie.join('; ') }
}

const temporaryPassword = 'Brass-Lantern-26'

/** Registers a person with a role in Indore and signs them in. They change the password that they were given. */
export async function signInAsNew(product: Caller, name: string, role = 'user') {
  const { address } = product
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`
  const password = 'Copper-Kettle-91'
  const given = { email, password: temporaryPassword }
  await call(product, 'POST', 'register', { ...given, name, role, location: 'indore' })
  const headers = await signIn(address, given)
  const change = { oldPassword: temporaryPassword, newPassword: password }
  await call({ address, headers }, 'PUT', 'me/password', change)
  return signIn(address, { email, password })
}

export type Import = {
  _id: string
  status: string
  counts: Record<string, number>
  kept: number
  message: string | null
}

async function call({ address, headers }: Caller, method: string, path: string, body?: Blob | object) {
  const [type, sent] =
    body instanceof Blob ? ['application/octet-stream', body] : ['application/json', JSON.stringify(body)]
  const answer = await fetch(`${address}/api/v1/${path}`, {
    method,
    headers: { ...headers, ...(body && { 'content-type': type }) },
    ...(body && { body: sent }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
  return JSON.parse(text) as unknown
}

export async function callImports(
  product: Caller,
  method: string,
  path: string,
  body?: Blob,
): Promise<Import> {
  const answer = (await call(product, method, `imports${path}`, body)) as Import & { import?: Import }
  return answer.import ?? answer
}

export type Export = { id: string; status: string; rows: number; message: string | null }

export async function callExports(
  product: Caller,
  method: string,
  path: string,
  body?: object,
): Promise<Export> {
  const answer = (await call(product, method, `exports${path}`, body)) as Export & { export?: Export }
  return answer.export ?? answer
}

/** Adds a directory or a part of one. */
export const callDirectories = async (product: Caller, path: string, body: object) =>
  (await call(product, 'POST', `directories${path}`, body)) as { _id: string }

export type BulkJob = { _id: string; status: string; done: number; failed: number }

/** Starts work on more assets than one request takes. */
export const callBulk = async (product: Caller, action: object): Promise<BulkJob> =>
  ((await call(product, 'POST', 'assets/bulk', action)) as { job: BulkJob }).job

/** Merges or moves a record with more assets than one request takes. */
export const callMasters = async (
  product: Caller,
  method: string,
  path: string,
  body: object,
): Promise<BulkJob> => ((await call(product, method, `masters/${path}`, body)) as { job: BulkJob }).job

export async function callBulkJobs(product: Caller, method: string, path: string): Promise<BulkJob> {
  const answer = (await call(product, method, `bulk-jobs${path}`)) as BulkJob & { job?: BulkJob }
  return answer.job ?? answer
}

export type Inventory = { _id: string; status: string; found: number | null }

export async function callInventories(
  product: Caller,
  method: string,
  path: string,
  body?: object,
): Promise<Inventory> {
  const answer = (await call(product, method, `inventories${path}`, body)) as Inventory & {
    inventory?: Inventory
  }
  return answer.inventory ?? answer
}

/** Uploads a file to an asset, in as few chunks as possible. */
export async function uploadPaper(product: Caller, recordId: string, file: File): Promise<Paper> {
  const { name, size } = file
  const wish = { kind: 'asset', recordId, name, size }
  const { _id } = (await call(product, 'POST', 'paper-uploads', wish)) as PaperUpload
  for (let start = 0; start < size; start += mostChunkBytes)
    await call(
      product,
      'PUT',
      `paper-uploads/${_id}/chunks/${start}`,
      file.slice(start, start + mostChunkBytes),
    )
  return (await call(product, 'POST', `paper-uploads/${_id}/complete`, {})) as Paper
}

export const callPapers = async (product: Caller, recordId: string): Promise<Paper[]> =>
  ((await call(product, 'GET', `papers?kind=asset&recordId=${recordId}`)) as { papers: Paper[] }).papers

/** Ten million rows take an hour; in CI there are few. */
const patienceMs = (process.env.CI === undefined ? 180 : 15) * 60_000

/** Waits for the workbook; returns its number of rows. */
export async function untilExported(product: Caller, id: string) {
  for (const end = Date.now() + patienceMs; Date.now() < end; await delay(200)) {
    const { status, rows, message } = await callExports(product, 'GET', `/${id}`)
    if (status === 'ready') return rows
    if (status !== 'writing' && status !== 'waiting') throw new Error(`The export ${status}: ${message}`)
  }
  throw new Error('The export did not get ready')
}

/** Waits until the import has this status; calls `meanwhile` after each check. */
export async function untilImport(product: Caller, id: string, status: string, meanwhile = async () => {}) {
  for (const end = Date.now() + patienceMs; Date.now() < end; await delay(100)) {
    const now = await callImports(product, 'GET', `/${id}`)
    if (now.status === status) return now
    if (['failed', 'cancelled'].includes(now.status))
      throw new Error(`The import ${now.status}: ${now.message}`)
    await meanwhile()
  }
  throw new Error(`The import did not get to ${status}`)
}
