import type { z } from 'zod'
import { m } from '#texts'
import { CheckboxField } from '#ui/form/choice-fields.tsx'
import type { ContractForm } from '#ui/form/use-contract-form.ts'
import { SignaturePad } from './signature-pad.tsx'

type Drawn = { drawing: string; named: boolean }

/** A signature is drawn, or confirmed with the name. */
export const drawnOrNamed = <Schema extends z.ZodType<Drawn>>(schema: Schema) =>
  schema.refine(({ drawing, named }) => drawing !== '' || named, {
    path: ['drawing'],
    message: m.cert_sign_needed(),
  })

export function SignatureFields<V extends Drawn & Record<string, unknown>>({
  form,
}: {
  form: ContractForm<V>
}) {
  return (
    <>
      <SignaturePad onDrawn={(path) => form.fields.setFieldValue('drawing', path as never)} />
      <CheckboxField form={form} name="named" label={m.cert_sign_named()} />
    </>
  )
}
