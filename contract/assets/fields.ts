// Why it is built this way: docs/decisions/023-declared-once.md

import { z } from 'zod'
import type { MasterKind } from '../masters.ts'
import { day } from '../paging.ts'
import type { PlaceKind } from '../places.ts'
import { says } from '../problems/fields.ts'

/** The heading in our own files, and the headings under which an import recognises the column. */
type Column = { heading: string; importedAs: readonly string[] }

/** Fields with individual rules: where an asset is, who holds it, what it is and how it is found. */
export const leadingFields = {
  rfidTag: {
    heading: 'RFID Tag',
    importedAs: ['rfid', 'tag', 'rfidtagid', 'epc', 'tagid', 'rfidno', 'rfidnumber'],
  },
  assetTagId: {
    heading: 'Asset Tag ID',
    importedAs: ['assettag', 'assetid', 'assetno', 'assetnumber', 'assetcode'],
  },
  assetName: {
    heading: 'Asset Name',
    importedAs: ['name', 'asset', 'item', 'itemname', 'description', 'assetdescription'],
  },
  assignedUser: {
    heading: 'Assigned User',
    importedAs: ['user', 'assignedto', 'holder', 'employee', 'custodian', 'owner'],
  },
  place: { heading: 'Place', importedAs: ['path', 'placepath', 'fulllocation'] },
  city: { heading: 'City', importedAs: ['location', 'town'] },
  mm: { heading: 'MM', importedAs: [] },
  property: { heading: 'Property', importedAs: ['building', 'site'] },
  aou: { heading: 'AoU', importedAs: ['area', 'areaofuse', 'department', 'floor'] },
  room: { heading: 'Room', importedAs: ['roomname', 'roomno', 'roomnumber'] },
  assetState: { heading: 'Asset State', importedAs: ['state', 'status', 'condition'] },
} as const satisfies Record<string, Column>

/** Fields that the server sets; an import ignores them. */
export const closingFields = {
  registeredAt: { heading: 'Registered At' },
  createdBy: { heading: 'Created By' },
} as const

export type FieldType = 'text' | 'master' | 'day' | 'months'

/** A column of `assets` that follows from its type; `fact` is its name in the ledger if that differs. */
type Detail = Column & { column: string; fact?: string } & (
    | { is: 'master'; kind: Exclude<MasterKind, PlaceKind> }
    | { is: Exclude<FieldType, 'master'> }
  )

/**
 * Fields that follow from their type, in the order of forms, files and histories. The contract, the server's queries,
 * rules, exports, imports and ledger lines, and the web's forms, lists and panels read them from here.
 */
export const detailFields = {
  brand: {
    is: 'master',
    kind: 'brand',
    column: 'brand_id',
    heading: 'Brand',
    importedAs: ['make', 'manufacturer'],
  },
  model: { is: 'text', column: 'model', heading: 'Model', importedAs: ['modelno', 'modelnumber'] },
  serialNo: {
    is: 'text',
    column: 'serial_no',
    heading: 'Serial No',
    importedAs: ['serial', 'serialnumber', 'sn', 'sno'],
  },
  vendor: {
    is: 'master',
    kind: 'vendor',
    column: 'vendor_id',
    heading: 'Vendor',
    importedAs: ['supplier', 'lessor'],
  },
  rentalStartDate: {
    is: 'day',
    column: 'rental_start',
    heading: 'Rental Start Date',
    importedAs: ['rentalstart', 'rentedfrom', 'leasestart'],
  },
  rentalPeriod: {
    is: 'months',
    column: 'rental_months',
    fact: 'rentalMonths',
    heading: 'Rental Period',
    importedAs: ['rentalmonths', 'rentalperiodmonths', 'months', 'leasemonths'],
  },
} as const satisfies Record<string, Detail>

type Details = typeof detailFields
export type DetailField = keyof Details
export type LeadingField = keyof typeof leadingFields
export type AssetField = LeadingField | DetailField | keyof typeof closingFields

export type FieldOf<Type extends FieldType> = {
  [Name in DetailField]: Details[Name] extends { is: Type } ? Name : never
}[DetailField]

export const namesOf = <Name extends string>(fields: Record<Name, unknown>) => Object.keys(fields) as Name[]

export const detailNames = namesOf(detailFields)
export const details = detailNames.map((name) => ({ name, ...(detailFields[name] as Detail) }))

type FactOf<Name extends DetailField> = Details[Name] extends { fact: infer Fact extends string }
  ? Fact
  : Name
/** A detail as the ledger names it. */
export type DetailFact = { [Name in DetailField]: FactOf<Name> }[DetailField]
export const factOf = ({ name, fact }: (typeof details)[number]) => (fact ?? name) as DetailFact

/** The name in the ledger for the id of the record that a field refers to. It is stored next to the record's name. */
export const idFactOf = <Name extends string>(name: Name) => `${name}Id` as const
export type DetailIdFact = ReturnType<typeof idFactOf<FieldOf<'master'>>>
export const masterDetails = details.filter(({ is }) => is === 'master')

/** Master lists to which a registration or an import adds names. */
export type AddedMaster = 'asset-name' | Details[FieldOf<'master'>]['kind']
export const addedMasters = [
  'asset-name',
  ...details.flatMap((field) => (field.is === 'master' ? [field.kind] : [])),
] as AddedMaster[]

const remarks: Partial<Record<FieldType, string>> = { day: 'YYYY-MM-DD', months: 'months' }

/** The heading in an exported file, which includes the format of a day or a number. */
export const exportHeading = (name: DetailField) => {
  const { is, heading } = detailFields[name]
  return remarks[is] === undefined ? heading : `${heading} (${remarks[is]})`
}

export const optionalText = z.string().trim().max(200).optional()
const months = /^(?:[1-9]\d{0,2})?$/

/** The value of a field in a request; an empty text clears the field. */
const inputs = {
  text: optionalText,
  master: optionalText,
  day: z.union([z.literal(''), day]).optional(),
  months: z.string().trim().regex(months, says('rental-period-wrong')).optional(),
}

const reply = z.string().nullable()
const replies = { text: reply, master: reply, day: reply, months: reply.describe('In months.') }

const eachDetail = <Value>(make: (is: FieldType) => Value) =>
  Object.fromEntries(details.map(({ name, is }) => [name, make(is)])) as Record<DetailField, Value>

export const detailInputs: Record<DetailField, z.ZodOptional<z.ZodType<string, string>>> = eachDetail(
  (is) => inputs[is],
)
export const detailReplies = eachDetail((is) => replies[is])
