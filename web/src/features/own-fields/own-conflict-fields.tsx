import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import type { OwnValue } from '@ats/contract/own-fields/types.ts'
import { PlaceName } from '#features/places/places.ts'
import type { ConflictFields } from '#ui/form/conflict-fields.ts'
import { isPersonId, OwnPersonName } from './own-person-select.tsx'
import { ownFieldLabel, ownValueText } from './own-value-text.tsx'

/** The labels and formats of the fields in the conflict dialog. */
export const ownConflictFields = (fields: readonly OwnField[]): ConflictFields =>
  Object.fromEntries(
    fields.map((field) => [
      `fields.${field.key}`,
      { label: ownFieldLabel(field), show: (value: OwnValue) => <Value field={field} value={value} /> },
    ]),
  )

function Value({ field, value }: { field: OwnField; value: OwnValue }) {
  if (field.type === 'place') return <PlaceName value={String(value)} />
  if (field.type === 'person')
    return isPersonId(String(value)) ? <OwnPersonName value={String(value)} /> : String(value)
  return ownValueText(field, value)
}
