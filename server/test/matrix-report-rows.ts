import type { Row, Rows } from './matrix-row.ts'

const inIndore: Row = { input: async () => ({ query: { location: 'indore' } }), elsewhere: 404, limited: 200 }

export const reportRows: Rows<'reports'> = {
  'reports.assets': inIndore,
}
