import type { AssetField } from '@ats/contract/assets/fields.ts'
import { isOwnColumn } from '@ats/contract/import-columns.ts'
import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import { keyOfOwnFact, type OwnValue } from '@ats/contract/own-fields/types.ts'
import { useQuery } from '@tanstack/react-query'
import { ownFieldLabel, ownFieldList, ownValueText } from '#features/own-fields/own-fields.ts'
import { fieldLabels, fieldText } from '#kernel/words/asset-labels.ts'
import { m } from '#texts'

/** Titles and values of columns; the fields of the organisation are only fetched if there is one among them. */
export function useColumnTitles(columns: readonly (string | null)[]) {
  const { data: fields = [] } = useQuery({ ...ownFieldList(), enabled: columns.some(isOwnColumn) })
  const fieldOf = (column: string) => fields.find(({ key }) => key === keyOfOwnFact(column))
  return {
    /** A problem may affect the whole row. */
    title(column: string) {
      const field = fieldOf(column)
      if (field !== undefined) return ownFieldLabel(field)
      if (isOwnColumn(column)) return m.imports_column_gone({ key: keyOfOwnFact(column) ?? '' })
      return column in fieldLabels ? fieldLabels[column as AssetField]() : m.imports_whole_row()
    },
    /** What can be chosen for a cell. */
    choices: (column: string | null) =>
      (column === null ? [] : (fieldOf(column)?.choices ?? []))
        .filter(({ retired }) => !retired)
        .map(ownFieldLabel),
    text(column: string, value: string) {
      const field = fieldOf(column)
      return field === undefined || value === '' ? fieldText(column, value) : textOf(field, value)
    },
  }
}

const values: Partial<Record<OwnField['type'], (text: string) => OwnValue>> = {
  number: Number,
  money: (text) => Math.round(Number(text) * 100),
  'yes-no': (text) => text === 'true',
}

const textOf = (field: OwnField, text: string) =>
  ownValueText(field, values[field.type]?.(text) ?? text, { [field.key]: text })
