import type { OwnFieldDefinition, OwnFieldGroup } from '@ats/contract/own-fields/definitions.ts'
import { ownFieldTypes } from '@ats/contract/own-fields/types.ts'
import { permissions } from '@ats/contract/permissions.ts'
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { m } from '#texts'
import { CheckboxField, SelectField } from '#ui/form/choice-fields.tsx'
import { inputProps, TextField } from '#ui/form/fields.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { CancelButton, FormDialog } from '#ui/form/form-dialog.tsx'
import { RecordMultiSelect } from '#ui/form/record-multi-select.tsx'
import { listInForm, records } from '#ui/form/records.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { ChoicesEditor } from './choices-editor.tsx'
import { assetNamesFound } from './definition-queries.ts'
import { FieldPreview } from './field-preview.tsx'
import { seenText, typeTexts } from './field-texts.ts'
import classes from './own-fields.module.css'
import { ownFieldLabel } from './own-value-text.tsx'
import { type FieldForm, type FieldValues, useFieldForm } from './use-field-form.ts'

type Props = {
  /** The field to edit; without it one is added. */
  field?: OwnFieldDefinition
  groups: readonly OwnFieldGroup[]
  onClose: () => void
}

export function FieldDialog({ field, groups, onClose }: Props) {
  const form = useFieldForm(field, onClose)
  // The form is uncontrolled, so what depends on a value is drawn again when something was typed.
  const [, setDrawn] = useState(0)
  const draw = () => setDrawn((before) => before + 1)
  const values = form.fields.getValues()
  const title =
    field === undefined ? m.own_fields_add() : m.own_fields_edit_named({ name: ownFieldLabel(field) })
  return (
    <FormDialog onClose={onClose} title={title} size="lg" sheet>
      <FormBody
        form={form}
        actions={
          <>
            <CancelButton />
            <SubmitButton
              text={field === undefined ? m.own_fields_add() : m.common_save()}
              sending={{ now: form.sending, text: m.common_saving() }}
            />
          </>
        }
      >
        <div role="presentation" className={classes.inputs} onChange={draw}>
          <Names form={form} field={field} />
          <OfType form={form} values={values} isNew={field === undefined} onDraw={draw} />
          <Rules form={form} values={values} field={field} groups={groups} />
        </div>
        <FieldPreview values={values} />
      </FormBody>
    </FormDialog>
  )
}

type Part = { form: FieldForm }

function Names({ form, field }: Part & { field: OwnFieldDefinition | undefined }) {
  return (
    <>
      {field === undefined ? (
        <SelectField
          form={form}
          name="type"
          label={m.own_fields_type()}
          description={m.own_fields_type_hint()}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={ownFieldTypes.map((type) => ({ value: type, label: typeTexts[type]() }))}
          required
          data-autofocus
        />
      ) : (
        <p className={classes.fixed}>
          {m.own_fields_fixed({ type: typeTexts[field.type](), key: field.key })}
        </p>
      )}
      <TextField form={form} name="label" label={m.own_fields_label()} maxLength={100} required />
      <TextField form={form} name="labelHi" label={m.own_fields_label_hi()} maxLength={100} lang="hi" />
      <TextField form={form} name="help" label={m.own_fields_help()} maxLength={500} />
      <TextField form={form} name="helpHi" label={m.own_fields_help_hi()} maxLength={500} lang="hi" />
    </>
  )
}

type Valued = Part & { values: FieldValues }

/** What only fields of some types have. */
function OfType({ form, values: { type }, isNew, onDraw }: Valued & { isNew: boolean; onDraw: () => void }) {
  return (
    <>
      {type === 'number' && <TextField form={form} name="unit" label={m.own_fields_unit()} maxLength={20} />}
      {type === 'money' && (
        <TextField
          form={form}
          name="unit"
          label={m.own_fields_currency()}
          maxLength={3}
          disabled={!isNew}
          required
        />
      )}
      {type === 'choice' && <ChoicesEditor form={form} onDraw={onDraw} />}
      {type === 'day' && (
        <TextField
          form={form}
          name="remindDays"
          label={m.own_fields_remind()}
          description={m.own_fields_remind_hint()}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder="30, 7"
        />
      )}
    </>
  )
}

const names = records({
  find: assetNamesFound,
  choiceOf: ({ id, name }: { id: string; name: string }) => ({ id, name, path: '' }),
})

type RuleProps = Valued & { field: OwnFieldDefinition | undefined; groups: readonly OwnFieldGroup[] }

function Rules({ form, values: { type }, field, groups }: RuleProps) {
  const isText = type === 'text' || type === 'link'
  return (
    <>
      {groups.length > 0 && (
        <ChoiceField
          form={form}
          name="groupId"
          label={m.own_fields_group()}
          none={m.own_fields_no_group()}
          data={groups.map((group) => ({ value: group.id, label: ownFieldLabel(group) }))}
        />
      )}
      <RecordMultiSelect
        form={form}
        name="assetNameIds"
        of={names}
        scope={undefined}
        label={m.own_fields_names()}
        description={m.own_fields_names_hint()}
        comboboxProps={listInForm}
        given={(field?.assetNames ?? []).map(({ id, name }) => ({ id, name, path: '' }))}
      />
      <ChoiceField
        form={form}
        name="seenWith"
        label={m.own_fields_seen()}
        none={m.own_fields_seen_by_all()}
        data={permissions.map((one) => ({ value: one, label: seenText(one) }))}
      />
      <div>
        <CheckboxField
          form={form}
          name="required"
          label={m.own_fields_required()}
          description={m.own_fields_required_hint()}
          mt="sm"
        />
        {isText && <CheckboxField form={form} name="searched" label={m.own_fields_searched()} mt="sm" />}
        <CheckboxField
          form={form}
          name="indexed"
          label={m.own_fields_indexed()}
          description={m.own_fields_indexed_hint()}
          mt="sm"
        />
      </div>
    </>
  )
}

type ChoiceProps = Part & {
  name: 'groupId' | 'seenWith'
  label: string
  /** What an empty value means. */
  none: string
  data: { value: string; label: string }[]
}

function ChoiceField({ form, name, label, none, data }: ChoiceProps) {
  const { key, ...input } = inputProps(form, name)
  return <NativeSelect key={key} label={label} data={[{ value: '', label: none }, ...data]} {...input} />
}
