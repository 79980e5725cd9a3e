import type { Row } from './matrix-row.ts'

export const auditRows: Record<string, Row> = {
  'audit.list': { input: async () => ({ query: { location: 'indore' } }), elsewhere: 404, limited: 200 },
}
