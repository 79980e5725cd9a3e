import { type NewTagSeries, newTagSeries, type TagScheme, tagSchemes } from '@ats/contract/tag-series.ts'
import { NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { m } from '#texts'
import { DialogActions } from '#ui/form/dialog-actions.tsx'
import { inputProps, TextField } from '#ui/form/fields.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { type ContractForm, useContractForm } from '#ui/form/use-contract-form.ts'
import { toast } from '#ui/toast/toast.ts'
import { useCreateSeries } from './series-queries.ts'
import { schemeTexts } from './series-texts.ts'

type Values = {
  name: string
  scheme: TagScheme
  companyPrefix: string
  itemReference: string
  filter: string
  firstSerial: string
  lastSerial: string
}
type Form = ContractForm<Values>

const text = z.string()
const typed = z.object({
  ...{ name: text, scheme: z.enum(tagSchemes), companyPrefix: text, itemReference: text },
  ...{ filter: text, firstSerial: text, lastSerial: text },
})

/** What a scheme does not have is left behind. */
const schema = typed
  .transform(
    ({ scheme, companyPrefix, itemReference, filter, lastSerial, ...rest }): NewTagSeries => ({
      ...{ ...rest, scheme, lastSerial: lastSerial.trim() || null },
      companyPrefix: scheme === 'private' ? null : companyPrefix.trim(),
      itemReference: scheme === 'sgtin' ? itemReference.trim() : null,
      filter: scheme === 'private' ? 0 : Number(filter),
    }),
  )
  .pipe(newTagSeries)

const initial: Values = {
  ...{ name: '', scheme: 'giai', companyPrefix: '', itemReference: '', filter: '0' },
  ...{ firstSerial: '1', lastSerial: '' },
}

export function NewSeriesDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateSeries()
  const form = useContractForm({
    ...{ schema, initial, send: create, failure: m.tagseries_save_failed() },
    done: ({ name }) => {
      onClose()
      toast.success(m.tagseries_added({ name }))
    },
  })
  // The form is uncontrolled, so the fields of a scheme are drawn again when another one is chosen.
  const [scheme, setScheme] = useState(initial.scheme)
  return (
    <FormDialog onClose={onClose} title={m.tagseries_add()} size="lg" sheet>
      <FormBody
        form={form}
        actions={<DialogActions form={form} text={m.tagseries_add()} sending={m.common_saving()} />}
      >
        <TextField
          form={form}
          name="name"
          label={m.tagseries_name()}
          maxLength={100}
          required
          data-autofocus
        />
        <SchemeField form={form} onChange={setScheme} />
        {scheme === 'private' ? (
          <Text size="sm">{m.tagseries_private_text()}</Text>
        ) : (
          <Gs1Fields {...{ form, scheme }} />
        )}
        <TextField
          form={form}
          name="firstSerial"
          label={m.tagseries_first()}
          inputMode="numeric"
          maxLength={19}
          required
        />
        <TextField
          form={form}
          name="lastSerial"
          label={m.tagseries_last()}
          description={m.tagseries_last_hint()}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputMode="numeric"
          maxLength={19}
        />
      </FormBody>
    </FormDialog>
  )
}

function SchemeField({ form, onChange }: { form: Form; onChange: (scheme: TagScheme) => void }) {
  const { key, onChange: change, ...input } = inputProps(form, 'scheme')
  return (
    <NativeSelect
      key={key}
      label={m.tagseries_scheme()}
      data={tagSchemes.map((scheme) => ({ value: scheme, label: schemeTexts[scheme]() }))}
      {...input}
      onChange={(event) => {
        change(event)
        onChange(event.currentTarget.value as TagScheme)
      }}
    />
  )
}

const order: ['label', 'input', 'description', 'error'] = ['label', 'input', 'description', 'error']

function Gs1Fields({ form, scheme }: { form: Form; scheme: TagScheme }) {
  const { key, ...filter } = inputProps(form, 'filter')
  return (
    <>
      <TextField
        form={form}
        name="companyPrefix"
        label={m.tagseries_prefix()}
        description={m.tagseries_prefix_hint()}
        inputWrapperOrder={order}
        inputMode="numeric"
        maxLength={12}
        required
      />
      {scheme === 'sgtin' && (
        <TextField
          form={form}
          name="itemReference"
          label={m.tagseries_item()}
          description={m.tagseries_item_hint()}
          inputWrapperOrder={order}
          inputMode="numeric"
          maxLength={7}
          required
        />
      )}
      <NativeSelect
        key={key}
        label={m.tagseries_filter()}
        description={m.tagseries_filter_hint()}
        inputWrapperOrder={order}
        data={['0', '1', '2', '3', '4', '5', '6', '7']}
        {...filter}
      />
    </>
  )
}
