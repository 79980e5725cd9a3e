import { help } from '@ats/contract/help.ts'
import type { Person, TestApp } from './app.ts'

/** Opens a person's help request; returns its id. */
export async function helpRequestOf(t: TestApp, as: Pick<Person, 'headers'>, given: object = {}) {
  const body = { subject: 'A tag is not found', text: 'I scan it and nothing happens.', ...given }
  const { status, body: made, text } = await t.call(as, help.create, { body })
  if (status !== 201) throw new Error(text)
  return made._id
}
