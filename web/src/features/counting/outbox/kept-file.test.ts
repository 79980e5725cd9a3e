import { expect, test } from 'vitest'
import { fileOf } from './kept-file.ts'

const room = {
  ...{ userId: 'u', inventoryId: 'i', placeId: 'p', inventory: 'INV-2026-0001', place: 'Room 1/2' },
  ...{ sweepId: 's', frozenAt: 0, refused: { code: 'inventory-closed', message: 'Closed' } },
}
const at = Date.parse('2026-11-16T06:00:00Z')

test('rejected reads become a file that a spreadsheet opens without running formulas', async () => {
  const reads = [
    { tag: 'E2801160', at, lastAt: at, count: 2, rssi: -51 },
    { tag: '=1+1"', at, lastAt: at, count: 1 },
  ]
  const { name, file } = fileOf({ ...room, reads })
  expect(name).toBe('INV-2026-0001 Room 1_2.csv')
  expect((await file.text()).split('\r\n')).toEqual([
    'tag,first,last,count,rssi',
    '"E2801160",2026-11-16T06:00:00.000Z,2026-11-16T06:00:00.000Z,2,-51',
    '"\'=1+1""",2026-11-16T06:00:00.000Z,2026-11-16T06:00:00.000Z,1,',
  ])
})
