import { Alert } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, use } from 'react'
import { DialogContext, useHeldByDialog } from './dialog-context.ts'
import classes from './form.module.css'
import type { ContractForm } from './use-contract-form.ts'

type Props<V extends Record<string, unknown>> = {
  form: ContractForm<V>
  actions: ReactNode
  /** `inline`: fields and buttons in one row if there is enough space. */
  layout?: 'inline'
  children: ReactNode
}

/** In a textarea Enter starts a new line, so Ctrl+Enter submits the form. */
function sendWithControlEnter(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}

/** The form element with its alert, for a page, a dialog or a panel. */
export function FormBody<V extends Record<string, unknown>>({ form, actions, layout, children }: Props<V>) {
  useHeldByDialog(form.fields.isDirty, form.sending)
  const isInDialog = use(DialogContext) !== null
  return (
    <form
      ref={form.ref}
      onSubmit={form.submit}
      onKeyDown={sendWithControlEnter}
      noValidate
      className={classes.form}
      data-layout={layout}
      aria-busy={form.sending}
    >
      {form.alert !== null && (
        <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden="true" />}>
          {form.alert}
        </Alert>
      )}
      {children}
      <div className={classes.actions} data-dialog={isInDialog || undefined}>
        {actions}
      </div>
    </form>
  )
}
