import { exports } from '@ats/contract/exports.ts'
import type { TestApp } from './app.ts'
import type { Rows } from './matrix-row.ts'

/** An export of a person in Indore who is none of the callers. */
async function someones(t: TestApp) {
  const owner = await t.person({ city: 'Indore' })
  const { body } = await t.call(owner, exports.create, { body: { list: 'brand', format: 'csv' } })
  return { owner, params: { id: body.export.id } }
}

/** Administrators see that an export exists; nobody else does, and nobody opens another person's file. */
const others = (status: number) => ({
  ...{ User: status, 'Sub User': status, 'User Management': status },
  ...{ Auditor: status, 'Reader Administrator': status },
})
const everyone = (status: number) => ({ ...others(status), Admin: status, 'Super Admin': status })

export const exportRows: Rows<'exports'> = {
  'exports.create': {
    input: async () => ({ body: { list: 'assets', format: 'csv', filter: { location: 'indore' } } }),
    elsewhere: 404,
    limited: 201,
    except: { 'User Management': 403, Auditor: 403 },
  },
  'exports.list': {},
  'exports.get': {
    input: async (t) => ({ params: (await someones(t)).params }),
    elsewhere: 404,
    except: others(404),
  },
  'exports.cancel': {
    input: async (t) => ({ params: (await someones(t)).params }),
    elsewhere: 404,
    except: others(404),
  },
  'exports.ticket': {
    input: async (t) => ({ params: (await someones(t)).params }),
    elsewhere: 404,
    except: everyone(404),
  },
  'exports.file': {
    input: async (t) => {
      const { owner, params } = await someones(t)
      const { address } = (await t.call(owner, exports.ticket, { params })).body
      return { params, query: { ticket: address.split('=')[1] ?? '' } }
    },
    nobody: 401,
    elsewhere: 401,
    except: everyone(401),
  },
}
