import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import type { OwnFieldType, OwnValue } from '@ats/contract/own-fields/types.ts'
import { Paper } from '@mantine/core'
import { useState } from 'react'
import { dayHere } from '#kernel/words/format.ts'
import { m } from '#texts'
import { OwnFieldInput } from './own-field-input.tsx'
import classes from './own-fields.module.css'
import { ownFieldLabel, ownValueText } from './own-value-text.tsx'
import { bodyOf, type FieldValues } from './use-field-form.ts'

/** A value of each type, as an example. */
const examples: Record<Exclude<OwnFieldType, 'choice'>, () => OwnValue> = {
  text: m.own_fields_example_text,
  number: () => 42,
  money: () => 1250000,
  day: dayHere,
  'yes-no': () => true,
  link: () => 'https://example.com',
  person: m.own_fields_example_person,
  place: m.own_fields_example_place,
}

function fieldOf(values: FieldValues): OwnField {
  const { choices, unit, label, labelHi, help, helpHi, required } = bodyOf(values)
  const isCurrency = values.type !== 'money' || /^[A-Z]{3}$/.test(unit ?? '')
  return {
    ...{ id: '', key: 'preview', type: values.type, label: label || m.own_fields_unnamed(), labelHi },
    ...{ help, helpHi, unit: isCurrency ? unit : 'INR', group: null, position: 0, required },
    choices: choices.map((choice, at) => ({ ...choice, key: choice.key ?? String(at) })),
    ...{
      assetNameIds: null,
      assetNames: [],
      seenWith: null,
      searched: false,
      indexed: false,
      indexState: 'none',
    },
    ...{ remindDays: [], retired: false },
  }
}

function exampleOf({ type, choices }: OwnField): OwnValue {
  if (type !== 'choice') return examples[type]()
  return choices.find(({ retired }) => !retired)?.key ?? '–'
}

/** How the field looks in a form and on the panel of an asset. */
export function FieldPreview({ values }: { values: FieldValues }) {
  const field = fieldOf(values)
  const [typed, setTyped] = useState('')
  return (
    <Paper
      component="section"
      withBorder
      className={classes.preview ?? ''}
      aria-label={m.own_fields_preview()}
    >
      <h3 className={classes.previewHeading}>{m.own_fields_preview_form()}</h3>
      <OwnFieldInput key={field.type} field={field} value={typed} onChange={setTyped} />
      <h3 className={classes.previewHeading}>{m.own_fields_preview_panel()}</h3>
      <dl className={classes.line}>
        <dt>{ownFieldLabel(field)}</dt>
        <dd>{ownValueText(field, exampleOf(field))}</dd>
      </dl>
    </Paper>
  )
}
