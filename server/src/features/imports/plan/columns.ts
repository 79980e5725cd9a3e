import { type ImportColumn, importColumns } from '@ats/contract/imports.ts'

/** What other systems and people call our columns, besides our own titles. */
const otherNames: Partial<Record<ImportColumn, string[]>> = {
  rfidTag: ['rfid', 'tag', 'rfidtagid', 'epc', 'tagid', 'rfidno', 'rfidnumber'],
  assetTagId: ['assettag', 'assetid', 'assetno', 'assetnumber', 'assetcode'],
  assetName: ['name', 'asset', 'item', 'itemname', 'description', 'assetdescription'],
  assignedUser: ['user', 'assignedto', 'holder', 'employee', 'custodian', 'owner'],
  place: ['path', 'placepath', 'fulllocation'],
  city: ['location', 'town'],
  property: ['building', 'site'],
  aou: ['area', 'areaofuse', 'department', 'floor'],
  room: ['roomname', 'roomno', 'roomnumber'],
  assetState: ['state', 'status', 'condition'],
  brand: ['make', 'manufacturer'],
  model: ['modelno', 'modelnumber'],
  serialNo: ['serial', 'serialnumber', 'sn', 'sno'],
  vendor: ['supplier', 'lessor'],
  rentalStartDate: ['rentalstart', 'rentedfrom', 'leasestart'],
  rentalPeriod: ['rentalmonths', 'rentalperiodmonths', 'months', 'leasemonths'],
}

/** Headers are compared by their letters and digits alone; a remark in brackets, such as a unit, does not count. */
export const headerKey = (header: string) =>
  header
    .replace(/\([^)]*\)/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

const known = new Map<string, ImportColumn>()
for (const [column, title] of Object.entries(importColumns) as [ImportColumn, string][])
  for (const name of [headerKey(title), column.toLowerCase(), ...(otherNames[column] ?? [])])
    if (!known.has(name)) known.set(name, column)

/** What each header means: as the person said before, else as anyone would; no column is meant twice. */
export function matchHeaders(
  headers: readonly string[],
  remembered: ReadonlyMap<string, ImportColumn | null>,
): (ImportColumn | null)[] {
  const taken = new Set<ImportColumn>()
  return headers.map((header) => {
    const key = headerKey(header)
    const column = remembered.has(key) ? (remembered.get(key) ?? null) : (known.get(key) ?? null)
    if (column === null || taken.has(column)) return null
    taken.add(column)
    return column
  })
}
