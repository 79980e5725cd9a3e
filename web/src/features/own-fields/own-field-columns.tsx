import type { FieldName } from '@ats/contract/own-fields/field-filters.ts'
import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import type { OwnValues } from '@ats/contract/own-fields/types.ts'
import { Anchor } from '@mantine/core'
import { m } from '#texts'
import type { Column, Length } from '#ui/table/column.ts'
import { Cut } from '#ui/text/cell.tsx'
import { ownFieldLabel, ownValueText } from './own-value-text.tsx'

type Row = { fields?: OwnValues | undefined; fieldTexts?: Record<string, string> | undefined }
export type OwnFieldColumn<Given> = Column<Given> & { sort?: FieldName; exports: readonly FieldName[] }

const textOf = (field: OwnField, { fields = {}, fieldTexts }: Row) => {
  const value = fields[field.key]
  return value === undefined ? undefined : ownValueText(field, value, fieldTexts)
}

/** True if lists of any length are sorted by the field; people and places are sorted by their names. */
const sortsAnyLength = ({ type, indexed, indexState }: OwnField) =>
  indexed && indexState === 'ready' && type !== 'person' && type !== 'place'

const isAmount = ({ type }: OwnField) => type === 'number' || type === 'money'

type Sorting = { unsorted: (list: Length, header: () => string) => string | undefined }

/** A column for each field, hidden until the person chooses it; without `sorting` the list has no such order. */
export const ownFieldColumns = <Given extends Row>(
  fields: readonly OwnField[],
  sorting?: Sorting,
): OwnFieldColumn<Given>[] =>
  fields.map((field) => {
    const name: FieldName = `field:${field.key}`
    const header = () => ownFieldLabel(field)
    return {
      ...{ id: name, header, hidden: 'at-first', yields: 1, exports: [name] },
      cell: (row) => <Value field={field} row={row} />,
      onPaper: (row) => textOf(field, row) ?? m.common_not_given(),
      ...(isAmount(field) && { align: 'end' }),
      ...(sorting && { sort: name }),
      ...(sorting &&
        !sortsAnyLength(field) && { unsorted: (list: Length) => sorting.unsorted(list, header) }),
    }
  })

function Value({ field, row }: { field: OwnField; row: Row }) {
  const text = textOf(field, row)
  if (text === undefined) return m.common_not_given()
  // Cut to a narrower box, amounts would not end at the same edge.
  if (isAmount(field)) return text
  if (field.type !== 'link') return <Cut text={text} />
  return (
    <Anchor href={text} target="_blank" rel="noreferrer" inherit>
      <Cut text={text} />
    </Anchor>
  )
}
