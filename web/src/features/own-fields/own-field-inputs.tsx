import type { Asset } from '@ats/contract/assets/assets.ts'
import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { m } from '#texts'
import { Fold } from '#ui/form/fold.tsx'
import { FieldRow, inPairs } from '#ui/form/form-page.tsx'
import { OwnFieldInput } from './own-field-input.tsx'
import { ownFieldList } from './own-field-queries.ts'
import { ownFieldLabel } from './own-value-text.tsx'
import { fieldsForName, type TypedValues, typedText } from './typed-values.ts'

type Props = {
  /** Fields can be for some names only. */
  assetName: string
  /** The present values of an existing asset. */
  asset?: Pick<Asset, 'fields' | 'fieldTexts'>
  typed: TypedValues
  onChange: (typed: TypedValues) => void
  errorOf: (key: string) => { error?: ReactNode; errorProps?: { role: string } }
}

/** The inputs of the fields that assets of one name have, by groups that fold, two per row. */
export function OwnFieldInputs({ assetName, ...props }: Props) {
  const { data = [] } = useQuery(ownFieldList())
  const groups = [...Map.groupBy(fieldsForName(data, assetName), ({ group }) => group?.id)]
  return groups.map(([id, some]) => <Group key={id ?? ''} fields={some} {...props} />)
}

type GroupProps = Omit<Props, 'assetName'> & { fields: OwnField[] }

/** A group with required fields is open; an error opens any other. */
function Group({ fields, asset, typed, onChange, errorOf }: GroupProps) {
  const group = fields[0]?.group
  return (
    <Fold
      title={group ? ownFieldLabel(group) : m.ownfields_title()}
      startsOpen={fields.some(({ required }) => required)}
      isWrong={fields.some(({ key }) => errorOf(key).error)}
    >
      {inPairs(fields).map((pair) => (
        <FieldRow key={pair[0]?.key}>
          {pair.map((field) => (
            <OwnFieldInput
              key={field.key}
              field={field}
              value={typed[field.key] ?? typedText(field, asset?.fields[field.key])}
              onChange={(text) => onChange({ ...typed, [field.key]: text })}
              personName={asset?.fieldTexts[field.key]}
              {...errorOf(field.key)}
            />
          ))}
        </FieldRow>
      ))}
    </Fold>
  )
}
