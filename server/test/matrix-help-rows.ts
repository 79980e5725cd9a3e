import { help } from '@ats/contract/help.ts'
import type { TestApp } from './app.ts'
import { helpRequestOf } from './help.ts'
import type { Row, Rows } from './matrix-row.ts'

const subject = 'A tag is not found'
const text = 'I scan it and nothing happens.'

/** A help request of a person in Indore. */
const asked = async (t: TestApp) =>
  helpRequestOf(t, await t.person({ role: 'Sub User', city: 'Indore', name: 'Asker' }))

async function pictured(t: TestApp) {
  const id = await asked(t)
  const image = await t.store.put(Buffer.from('a picture'), 'webp')
  await t.db.updateTable('help_requests').set({ image }).where('id', '=', id).execute()
  return id
}

async function closed(t: TestApp) {
  const asker = await t.person({ role: 'Sub User', city: 'Indore' })
  const id = await helpRequestOf(t, asker)
  await t.call(asker, help.close, { params: { id } })
  return id
}

/** Requests of other people, for people who manage the users there. */
const ofSomeone = (made: (t: TestApp) => Promise<string>, body?: object): Row => ({
  input: async (t) => ({ params: { id: await made(t) }, ...(body !== undefined && { body }) }),
  elsewhere: 404,
  except: { User: 404, 'Sub User': 404, Auditor: 404, 'Reader Administrator': 404 },
})

export const helpRows: Rows<'help'> = {
  'help.create': { input: async () => ({ body: { subject, text } }) },
  'help.mine': {},
  'help.ofOthers': {},
  'help.get': ofSomeone(asked),
  'help.image': ofSomeone(pictured),
  'help.write': ofSomeone(asked, { text }),
  'help.close': ofSomeone(asked),
  'help.reopen': ofSomeone(closed, { text }),
}
