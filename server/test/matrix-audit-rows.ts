import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { TestApp } from './app.ts'
import type { Rows } from './matrix-row.ts'

/** An entry about an account in Indore, by a person who is none of the callers. */
async function lineInIndore({ db }: TestApp) {
  const { rows } = await sql<{ id: number }>`
    insert into events (action, record_kind, record_id, place_id, request_id)
    select 'user.changed', 'user', ${randomUUID()}, id, 'test' from places where kind = 'city' and name = 'Indore'
    returning id`.execute(db)
  return String(rows[0]?.id)
}

export const auditRows: Rows<'audit' | 'securityFeed'> = {
  'securityFeed.list': {},
  // JSON lines are for people who see every place.
  'securityFeed.lines': { elsewhere: 403, except: { User: 403, 'Sub User': 403, Auditor: 403 } },
  'audit.list': { input: async () => ({ query: { location: 'indore' } }), elsewhere: 404, limited: 200 },
  // The entry is about an account, so only people who manage users see it.
  'audit.get': {
    input: async (t) => ({ params: { id: await lineInIndore(t) } }),
    elsewhere: 404,
    except: { User: 404, 'Sub User': 404, Auditor: 404 },
  },
}
