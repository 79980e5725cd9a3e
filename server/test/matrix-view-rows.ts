import { randomUUID } from 'node:crypto'
import { views } from '@ats/contract/views.ts'
import type { TestApp } from './app.ts'
import type { Rows } from './matrix-row.ts'

/** A view shared in Indore by a person who is none of the callers. */
async function shared(t: TestApp) {
  const owner = await t.person({ city: 'Indore' })
  const body = { name: randomUUID(), list: 'assets', placeId: await t.cityId('Indore') }
  const { id } = (await t.call(owner, views.create, { body })).body
  return { params: { id } }
}

/** Everybody who may open the list sees it; only its owner changes it. */
const unseen = { 'User Management': 404, Auditor: 404 }
const others = {
  User: 403,
  'Sub User': 403,
  Admin: 403,
  'Super Admin': 403,
  'Reader Administrator': 403,
  ...unseen,
}

export const viewRows: Rows<'views'> = {
  'views.list': {},
  'views.get': { input: shared, elsewhere: 404, except: unseen },
  'views.create': {
    input: async () => ({ body: { name: randomUUID(), list: 'assets', filter: { location: 'indore' } } }),
    elsewhere: 404,
    limited: 201,
    except: { 'User Management': 403, Auditor: 403 },
  },
  'views.change': {
    input: async (t) => ({ ...(await shared(t)), body: { name: 'Mine now' } }),
    elsewhere: 404,
    except: others,
  },
  'views.remove': { input: shared, elsewhere: 404, except: others },
}
