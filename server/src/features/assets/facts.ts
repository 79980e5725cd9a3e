import { details, factOf } from '@ats/contract/assets/fields.ts'
import { type FieldNow, plainFields } from '#kernel/db/versions.ts'
import { detailFacts } from './details.ts'
import { type AssetRow, toAsset } from './queries.ts'

/** What the ledger stores about an asset: readable names, and the ids of the records it refers to. */
export const facts = (row: AssetRow) => ({
  rfidTag: row.rfidTag,
  assetName: row.assetName,
  nameId: row.nameId,
  assetState: row.assetState,
  stateId: row.stateId,
  assignedUser: row.assignedName,
  assignedUserId: row.assignedUserId,
  place: [row.city, row.mm, row.property, row.aou, row.room].filter(Boolean).join(' > '),
  placeId: row.placeId,
  ...detailFacts(row),
  image: row.image,
  deleted: row.deletedAt !== null,
})

/** The editable fields of an asset, by their names in a change request. */
export function fieldsOf(row: AssetRow): Record<string, FieldNow> {
  const { rfidTag, assetName, assetState, assignedName } = row
  return {
    ...plainFields({ rfidTag, assetName, assetState, assignedUser: assignedName }),
    placeId: { value: row.placeId, text: facts(row).place, fact: 'place' },
    ...Object.fromEntries(
      details.map((field) => [field.name, { value: row[field.name], fact: factOf(field) }]),
    ),
    image: { value: toAsset(row).image },
  }
}
