import type { Asset } from '@ats/contract/assets/assets.ts'
import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import { Anchor, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#texts'
import { ownFieldList } from './own-field-queries.ts'
import { ownFieldLabel, ownValueText } from './own-value-text.tsx'
import classes from './own-values.module.css'
import { fieldsForName } from './typed-values.ts'

type Props = { asset: Pick<Asset, 'assetName' | 'fields' | 'fieldTexts'> }

/** The values of an asset by groups that fold; fields without a value are hidden until the person asks for them. */
export function OwnValues({ asset }: Props) {
  const { data = [] } = useQuery(ownFieldList())
  const ofName = new Set(fieldsForName(data, asset.assetName))
  const fields = data.filter((field) => ofName.has(field) || asset.fields[field.key] !== undefined)
  const [showsEmpty, setShowsEmpty] = useState(false)
  if (fields.length === 0) return null
  const shown = fields.filter(({ key }) => showsEmpty || asset.fields[key] !== undefined)
  const groups = Map.groupBy(shown, ({ group }) => group?.id ?? '')
  const hidden = fields.length - fields.filter(({ key }) => asset.fields[key] !== undefined).length
  return (
    <section aria-label={m.ownfields_title()} className={classes.section}>
      {[...groups].map(([id, some]) => (
        <details key={id} open className={classes.group}>
          <summary>{groupName(some)}</summary>
          <dl className={classes.values}>
            {some.map((field) => (
              <div key={field.key}>
                <dt>{ownFieldLabel(field)}</dt>
                <dd>
                  <Value field={field} asset={asset} />
                </dd>
              </div>
            ))}
          </dl>
        </details>
      ))}
      {hidden > 0 && (
        <Button variant="subtle" size="compact-sm" px={0} onClick={() => setShowsEmpty(!showsEmpty)}>
          {showsEmpty ? m.ownfields_hide_empty() : m.ownfields_show_empty()}
        </Button>
      )}
    </section>
  )
}

const groupName = ([first]: OwnField[]) => (first?.group ? ownFieldLabel(first.group) : m.ownfields_title())

type ValueProps = { asset: Pick<Asset, 'fields' | 'fieldTexts'>; field: OwnField }

function Value({ field, asset: { fields, fieldTexts } }: ValueProps) {
  const value = fields[field.key]
  if (value === undefined) return m.common_not_given()
  const name = fieldTexts[field.key]
  const text = ownValueText(field, value, name === undefined ? {} : { [`${value}`]: name })
  if (field.type !== 'link') return text
  return (
    <Anchor href={text} target="_blank" rel="noopener noreferrer" size="sm">
      {text}
    </Anchor>
  )
}
