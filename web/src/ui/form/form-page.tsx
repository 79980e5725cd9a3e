import { Paper } from '@mantine/core'
import type { ReactNode } from 'react'
import { m } from '#texts'
import { type Crumb, Page } from '#ui/page/page.tsx'
import { useFocusFirstField } from './focus-first-field.ts'
import classes from './form.module.css'
import { FormBody } from './form-body.tsx'
import { SubmitButton } from './submit-button.tsx'
import type { ContractForm } from './use-contract-form.ts'
import { useLeaveGuard } from './use-leave-guard.ts'

type Props<V extends Record<string, unknown>> = {
  title?: string
  crumbs: Crumb[]
  form: ContractForm<V>
  /** The text of the button; `sending` while the request is pending. */
  submit: string
  sending?: string
  actions?: ReactNode
  /** Next to the form if there is enough space, otherwise below it. */
  aside?: ReactNode
  /** Below the form, but not a part of it. */
  below?: ReactNode
  children: ReactNode
}

/** A screen that consists of one form. Leaving it with unsaved changes asks for confirmation. */
export function FormPage<V extends Record<string, unknown>>(props: Props<V>) {
  const { title, crumbs, form, submit, sending = m.common_saving(), actions, aside, below, children } = props
  useLeaveGuard(form.fields)
  useFocusFirstField(form.ref)
  return (
    <Page {...(title !== undefined && { title })} crumbs={crumbs}>
      <div className={classes.columns}>
        <Paper withBorder p={{ base: 'md', sm: 'xl' }} className={classes.sheet ?? ''}>
          <FormBody
            form={form}
            actions={
              <>
                <SubmitButton text={submit} sending={{ now: form.sending, text: sending }} />
                {actions}
              </>
            }
          >
            {children}
          </FormBody>
        </Paper>
        {aside !== undefined && <div className={classes.aside}>{aside}</div>}
      </div>
      {below}
    </Page>
  )
}

/** Two fields side by side if there is enough space. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={classes.row}>{children}</div>
}

/** For rows of two fields. */
export const inPairs = <T,>(items: readonly T[]) =>
  items.flatMap((item, at) => (at % 2 === 0 ? [[item, ...items.slice(at + 1, at + 2)]] : []))
