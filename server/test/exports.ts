import { exports, type NewExport } from '@ats/contract/exports.ts'
import { parse } from 'csv-parse/sync'
import type { Person, TestApp } from './app.ts'

type Wish = Partial<NewExport> & Pick<NewExport, 'list'>

/** Asks for an export; what comes back is the whole answer, refusals included. */
export const asked = (t: TestApp, as: Pick<Person, 'headers'>, wish: Wish) =>
  t.call(as, exports.create, { body: { format: 'csv', ...wish } })

export async function ticketFor(t: TestApp, as: Pick<Person, 'headers'>, id: string) {
  const { body, text } = await t.call(as, exports.ticket, { params: { id } })
  if (body.address === undefined) throw new Error(text)
  return body.address
}

/** Opens an address as a browser's own navigation does: with the cookie, without the token. */
export const opened = (t: TestApp, address: string, cookie?: string) =>
  t.app.inject({
    url: address,
    headers: { 'accept-encoding': 'gzip', ...(cookie !== undefined && { cookie: `ats_session=${cookie}` }) },
  })

/** The whole way of a CSV file, from the wish to its text. */
export async function csvOf(t: TestApp, as: Person, wish: Wish) {
  const { body, status, text } = await asked(t, as, wish)
  if (status !== 201) throw new Error(text)
  const answer = await opened(t, await ticketFor(t, as, body.export.id), as.cookie)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.body
}

/** The same, as a spreadsheet reads it: each row by its titles. */
export const rowsOf = async (t: TestApp, as: Person, wish: Wish) =>
  parse(await csvOf(t, as, wish), { columns: true }) as Record<string, string>[]
