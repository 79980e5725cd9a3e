import { details, factOf } from '@ats/contract/assets/fields.ts'
import { type FieldNow, plainFields } from '#kernel/db/versions.ts'
import { detailFacts } from './details.ts'
import { type AssetRow, toAsset } from './queries.ts'

/** What the ledger keeps of an asset: what a person would call it, and the ids of what it points at. */
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

/** What people edit of an asset, as a change names it. */
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
