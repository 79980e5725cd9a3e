import { scatter } from '../plan.ts'
import { tagOf } from '../rows.ts'
import { vendors } from '../words.ts'
import type { Room } from './rooms.ts'

/** Typical office equipment with real brands and models; the first are the most common. */
const things: readonly [name: string, brand: string, models: readonly string[]][] = [
  ['Office Chair', 'Featherlite', ['Astro HB', 'Optima MB', 'Liberate']],
  ['Work Desk', 'Godrej', ['Wave 1500', 'Edge 1200']],
  ['Visitor Chair', 'Nilkamal', ['Contract 02', 'Leo']],
  ['Pedestal Drawer', 'Godrej', ['Slimline 3D']],
  ['Monitor', 'Dell', ['P2423', 'P2723']],
  ['Filing Cabinet', 'Godrej', ['Vertical 4', 'Lateral 2']],
  ['Desk Phone', 'Cisco', ['CP-7821']],
  ['Meeting Table', 'Steelcase', ['Groupwork 8', 'Groupwork 12']],
  ['Bookshelf', 'Spacewood', ['Open 5']],
  ['Whiteboard', 'Zuari', ['1200 x 900']],
  ['Floor Lamp', 'Wipro', ['Arc']],
  ['Printer', 'HP', ['LaserJet M404', 'LaserJet M507']],
  ['Storage Cupboard', 'Godrej', ['Plain 2-door']],
  ['Projector', 'Epson', ['EB-X49']],
  ['Air Conditioner', 'Voltas', ['185V Vectra']],
  ['Water Dispenser', 'Blue Star', ['BWD3FMRGA']],
  ['Sofa', 'Durian', ['Berry 3S']],
  ['UPS', 'APC', ['BX1100C']],
  ['Standing Desk', 'Herman Miller', ['Nevi']],
  ['Locker', 'Godrej', ['6-door']],
]

export type Cells = Record<
  | ('rfidTag' | 'assetName' | 'city' | 'mm' | 'property' | 'aou' | 'room' | 'assetState' | 'brand' | 'model')
  | ('serialNo' | 'vendor' | 'rentalStartDate' | 'rentalPeriod'),
  string
>

const isoDay = (date: Date) => date.toISOString().slice(0, 10)

/** A rental that ends this many months after it began; every fifteenth ends within a month from today. */
function rental(index: number, bought: Date, today: Date) {
  if (index % 11 !== 0) return { rentalStartDate: '', rentalPeriod: '' }
  const months = 12 + (scatter(index, 31) % 3) * 12
  if (scatter(index, 32) % 15 !== 0) return { rentalStartDate: isoDay(bought), rentalPeriod: `${months}` }
  const start = new Date(today.getTime() + (3 + (scatter(index, 33) % 24)) * 86_400_000)
  start.setUTCMonth(start.getUTCMonth() - months)
  return { rentalStartDate: isoDay(start), rentalPeriod: `${months}` }
}

/** The n-th asset of the organisation, bought on that day, in one of these rooms. */
export function stockRow(index: number, rooms: readonly Room[], bought: Date, today: Date): Cells {
  const share = scatter(index, 21) / 2 ** 32
  const [assetName, brand, models] = things[Math.floor(share * share * things.length)] ??
    things[0] ?? ['', '', []]
  const {
    city = '',
    mm = '',
    property = '',
    aou = '',
    room = '',
  } = rooms[scatter(index, 22) % rooms.length] ?? {}
  return {
    ...{ rfidTag: tagOf(index), assetName, city, mm, property, aou, room, brand },
    assetState: scatter(index, 23) % 40 === 0 ? 'Not-Working' : 'Working',
    model: models[scatter(index, 24) % models.length] ?? '',
    serialNo: `${brand.slice(0, 2).toUpperCase()}${10_000_000 + (scatter(index, 25) % 89_999_999)}`,
    vendor: vendors[scatter(index, 26) % vendors.length] ?? '',
    ...rental(index, bought, today),
  }
}
