import type { Rows } from './matrix-row.ts'

export const auditRows: Rows<'audit'> = {
  'audit.list': { input: async () => ({ query: { location: 'indore' } }), elsewhere: 404, limited: 200 },
}
