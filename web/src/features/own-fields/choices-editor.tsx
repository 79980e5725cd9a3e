import { Button, Checkbox, TextInput } from '@mantine/core'
import { m } from '#texts'
import classes from './own-fields.module.css'
import type { ChoiceRow, FieldForm } from './use-field-form.ts'

/** The choices of a field. One that assets may have is retired, a new one is taken away. */
export function ChoicesEditor({ form, onDraw }: { form: FieldForm; onDraw: () => void }) {
  const [{ choices }, { choices: error }] = [form.fields.getValues(), form.fields.errors]
  const set = (next: ChoiceRow[]) => {
    form.fields.setFieldValue('choices', next)
    form.fields.clearFieldError('choices')
    onDraw()
  }
  const change = (at: number, part: Partial<ChoiceRow>) =>
    set(choices.map((choice, index) => (index === at ? { ...choice, ...part } : choice)))
  const add = () => set([...choices, { label: '', labelHi: '', retired: false }])
  return (
    <fieldset className={classes.group}>
      <legend>{m.own_fields_choices()}</legend>
      {choices.map((choice, at) => (
        // Choices without a key have nothing but their place.
        <div key={choice.key ?? `new ${at}`} className={classes.choice}>
          <TextInput
            aria-label={m.own_fields_choice_label({ number: String(at + 1) })}
            placeholder={m.own_fields_label()}
            maxLength={100}
            value={choice.label}
            onChange={({ currentTarget }) => change(at, { label: currentTarget.value })}
          />
          <TextInput
            aria-label={m.own_fields_choice_label_hi({ number: String(at + 1) })}
            placeholder={m.own_fields_label_hi()}
            maxLength={100}
            lang="hi"
            value={choice.labelHi}
            onChange={({ currentTarget }) => change(at, { labelHi: currentTarget.value })}
          />
          {choice.key === undefined ? (
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={m.own_fields_choice_remove_named({ number: String(at + 1) })}
              onClick={() => set(choices.filter((_, index) => index !== at))}
            >
              {m.own_fields_choice_remove()}
            </Button>
          ) : (
            <Checkbox
              label={m.own_fields_choice_retired()}
              checked={choice.retired}
              onChange={({ currentTarget }) => change(at, { retired: currentTarget.checked })}
            />
          )}
        </div>
      ))}
      {error !== undefined && (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      )}
      <Button variant="default" size="compact-sm" onClick={add}>
        {m.own_fields_choice_add()}
      </Button>
    </fieldset>
  )
}
