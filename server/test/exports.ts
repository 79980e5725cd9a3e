import { exports, type NewExport } from '@ats/contract/exports.ts'
import { parse } from 'csv-parse/sync'
import type { Person, TestApp } from './app.ts'

type Wish = Partial<NewExport> & Pick<NewExport, 'list'>

/** Requests an export; returns the whole response, including errors. */
export const asked = (t: TestApp, as: Pick<Person, 'headers'>, wish: Wish) =>
  t.call(as, exports.create, { body: { format: 'csv', ...wish } })

export async function ticketFor(t: TestApp, as: Pick<Person, 'headers'>, id: string) {
  const { body, text } = await t.call(as, exports.ticket, { params: { id } })
  if (body.address === undefined) throw new Error(text)
  return body.address
}

/** Opens an address like a browser's navigation: with the cookie, without the token. */
export const opened = (t: TestApp, address: string, cookie?: string) =>
  t.app.inject({
    url: address,
    headers: { 'accept-encoding': 'gzip', ...(cookie !== undefined && { cookie: `ats_session=${cookie}` }) },
  })

/** A CSV export from the request to its text. */
export async function csvOf(t: TestApp, as: Person, wish: Wish) {
  const { body, status, text } = await asked(t, as, wish)
  if (status !== 201) throw new Error(text)
  const answer = await opened(t, await ticketFor(t, as, body.export.id), as.cookie)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.body
}

/** The same as rows of a spreadsheet, keyed by heading. */
export const rowsOf = async (t: TestApp, as: Person, wish: Wish) =>
  parse(await csvOf(t, as, wish), { columns: true }) as Record<string, string>[]
