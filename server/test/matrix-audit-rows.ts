import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { TestApp } from './app.ts'
import type { Rows } from './matrix-row.ts'

/** A line about an account in Indore, of somebody who is nobody's. */
async function lineInIndore({ db }: TestApp) {
  const { rows } = await sql<{ id: number }>`
    insert into events (action, record_kind, record_id, place_id, request_id)
    select 'user.changed', 'user', ${randomUUID()}, id, 'test' from places where kind = 'city' and name = 'Indore'
    returning id`.execute(db)
  return String(rows[0]?.id)
}

export const auditRows: Rows<'audit'> = {
  'audit.list': { input: async () => ({ query: { location: 'indore' } }), elsewhere: 404, limited: 200 },
  // The line is about an account: of those, only people who manage users read.
  'audit.get': {
    input: async (t) => ({ params: { id: await lineInIndore(t) } }),
    elsewhere: 404,
    except: { User: 404, 'Sub User': 404, Auditor: 404 },
  },
}
