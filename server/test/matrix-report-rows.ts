import type { Row, Rows } from './matrix-row.ts'

const inIndore: Row = { input: async () => ({ query: { location: 'indore' } }), elsewhere: 404, limited: 200 }

export const reportRows: Rows<'reports'> = {
  'reports.assets': inIndore,
  'reports.asOf': inIndore,
  'reports.changes': inIndore,
  'reports.movements': inIndore,
  'reports.rentals': inIndore,
  'reports.stateByPlace': inIndore,
  'reports.incomplete': inIndore,
  'reports.notSeen': inIndore,
  'reports.inventoryAccuracy': inIndore,
  'reports.covered': inIndore,
}
