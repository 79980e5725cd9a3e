import { scatter } from './plan.ts'

const start = Date.UTC(2021, 0, 4)
const spanMs = 5.5 * 365 * 24 * 60 * 60 * 1000

const states = ['21', '22', '23'].map((ending) => `00000000-0000-7000-8000-0000000000${ending}`)

export const assetColumns =
  'id, number, rfid_tag, name_id, state_id, place_id, city_id, mm_id, property_id, aou_id, assigned_user_id, assigned_name, brand_id, vendor_id, model, serial_no, rental_start, rental_months, image, thumbnail, registered_at, created_by, deleted_at, deleted_by, delete_reason'
export const tagColumns = 'id, asset_id, rfid_tag, attached_at, attached_by, detached_at, detached_by, ending'

export type World = {
  /** The final number of assets, and how many of them exist already. */
  assets: number
  present: number
  /** Ids of the records that assets refer to, the most common first. */
  names: readonly string[]
  brands: readonly string[]
  vendors: readonly string[]
  /** place, city, mm, property, aou of every room, as they go into a row. */
  rooms: readonly string[]
  people: readonly { id: string; name: string }[]
  pictures: readonly { image: string; thumbnail: string }[]
}

const hex = (value: number, digits: number) => value.toString(16).toUpperCase().padStart(digits, '0')

/** Three of five tags are GIAI-96 of one company with a serial number; the others have a vendor's own format. */
export function tagOf(index: number): string {
  if (index % 5 < 3) return `3414257BF4${hex(index + 1, 14)}`
  return `E280${hex(scatter(index, 1), 8)}${hex(scatter(index, 2), 8)}${hex(index, 4).slice(-4)}`
}

function idAt(index: number, time: number, salt: number) {
  const ms = time.toString(16).padStart(12, '0')
  const a = hex(scatter(index, salt) & 0xfff, 3)
  const b = hex(scatter(index, salt + 1) & 0xfff, 3)
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7${a}-8${b}-${hex(index, 12)}`.toLowerCase()
}

/** The square of a uniform distribution prefers the front of the list, where the common things are. */
const pick = (ids: readonly string[], index: number, salt: number) => {
  const share = scatter(index, salt) / 2 ** 32
  return ids[Math.floor(share * share * ids.length)] ?? ''
}

/** The n-th asset and its tag, as lines for COPY. */
export function assetLines(world: World, index: number): { asset: string; tag: string } {
  const time = start + Math.floor((index / world.assets) * spanMs)
  const at = new Date(time).toISOString()
  const tag = tagOf(index)
  const chance = scatter(index, 3) % 1000
  const id = idAt(index, time, 4)
  const room = world.rooms[scatter(index, 6) % world.rooms.length] ?? ''
  const holder = chance < 400 ? world.people[scatter(index, 8) % world.people.length] : undefined
  const maker = world.people[scatter(index, 9) % world.people.length]?.id ?? '\\N'
  const state = states[chance < 900 ? 0 : chance < 980 ? 1 : 2]
  const rented = chance % 10 === 0
  const deleted = scatter(index, 10) % 100 === 0
  const picture = scatter(index, 11) % 500 === 0 ? world.pictures[index % world.pictures.length] : undefined
  const none = '\\N'
  const asset = [
    ...[id, index + 1, tag, pick(world.names, index, 12), state, room],
    ...[holder?.id ?? none, holder?.name ?? none],
    pick(world.brands, index, 13),
    pick(world.vendors, index, 14),
    ...[`Series ${scatter(index, 15) % 900}`, `SN${hex(scatter(index, 16), 8)}${hex(index, 7)}`],
    ...[rented ? at.slice(0, 10) : none, rented ? 12 + (chance % 4) * 12 : none],
    ...[picture?.image ?? none, picture?.thumbnail ?? none, at, maker],
    ...(deleted ? [at, maker, 'Worn out'] : [none, none, none]),
  ]
  const ended = deleted ? [at, maker, 'deleted'] : [none, none, none]
  const tagRow = [idAt(index, time, 20), id, tag, at, maker, ...ended]
  return { asset: `${asset.join('\t')}\n`, tag: `${tagRow.join('\t')}\n` }
}
