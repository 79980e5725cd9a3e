import { details, factOf } from '@ats/contract/assets/fields.ts'
import { ownFact } from '@ats/contract/own-fields/types.ts'
import { type FieldNow, plainFields } from '#kernel/db/versions.ts'
import { pictureAddress } from '#kernel/files/picture-address.ts'
import { detailFacts } from './details.ts'
import { ownFacts, type ShownValues } from './own-values.ts'
import type { AssetRow } from './queries.ts'

/** What the ledger stores about an asset: readable names, and the ids of the records it refers to. */
export const facts = (row: AssetRow) => ({
  rfidTag: row.rfidTag,
  tagExpected: row.tagExpected,
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
  ...ownFacts(row.fields),
})

/** What a registration stores: like most assets, it expects no tag unless it says so. */
export function newFacts(row: AssetRow) {
  const { tagExpected, ...others } = facts(row)
  return tagExpected ? { ...others, tagExpected } : others
}

/** The values of fields of the organisation that the actor may see, also of those without a value. */
function ownFieldsOf(row: AssetRow, keys: readonly string[], shown: ShownValues) {
  const { fields, fieldTexts } = shown(row.fields)
  return Object.fromEntries(
    keys.map((key) => [
      `fields.${key}`,
      { value: fields[key] ?? null, text: fieldTexts[key] ?? null, fact: ownFact(key) },
    ]),
  )
}

/** The editable fields of an asset, by their names in a change request. */
export function fieldsOf(
  row: AssetRow,
  keys: readonly string[],
  shown: ShownValues,
): Record<string, FieldNow> {
  const { rfidTag, assetName, assetState, assignedName } = row
  return {
    ...plainFields({ rfidTag, assetName, assetState, assignedUser: assignedName }),
    placeId: { value: row.placeId, text: facts(row).place, fact: 'place' },
    ...Object.fromEntries(
      details.map((field) => [field.name, { value: row[field.name], fact: factOf(field) }]),
    ),
    image: { value: pictureAddress('assets', row.id, 'full', row.image) },
    ...ownFieldsOf(row, keys, shown),
  }
}
