import type { ReactNode } from 'react'
import { FormBody } from '#ui/form/form-body.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import type { ContractForm } from '#ui/form/use-contract-form.ts'

type Props<V extends Record<string, unknown>> = {
  form: ContractForm<V>
  submit: string
  sending: string
  children: ReactNode
}

export function PublicForm<V extends Record<string, unknown>>({ form, submit, sending, children }: Props<V>) {
  return (
    <FormBody
      form={form}
      actions={
        <SubmitButton size="md" fullWidth text={submit} sending={{ now: form.sending, text: sending }} />
      }
    >
      {children}
    </FormBody>
  )
}
