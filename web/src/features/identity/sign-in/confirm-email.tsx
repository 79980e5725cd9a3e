import { emailChanges } from '@ats/contract/identity/email-changes.ts'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { confirmEmailByLink } from '#features/identity/queries.ts'
import { m } from '#texts'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { AnchorLink } from '#ui/text/link.tsx'
import { PublicForm } from './public-form.tsx'
import { PublicPage } from './public-page.tsx'

/** Requires a click, because mail scanners open links too. */
export function ConfirmEmail() {
  const [token] = useState(useLocation({ select: (place) => place.hash }))
  const [isDone, setDone] = useState(false)
  const notice = isDone
    ? ({ kind: 'success', text: m.confirm_email_done() } as const)
    : token === ''
      ? ({ kind: 'info', text: m.confirm_email_no_token() } as const)
      : undefined
  return (
    <PublicPage
      title={m.confirm_email_title()}
      heading={m.confirm_email_title()}
      lead={m.confirm_email_lead()}
      notice={notice}
      foot={<AnchorLink to="/login">{m.confirm_email_continue()}</AnchorLink>}
    >
      {token !== '' && !isDone && <ConfirmForm token={token} onDone={() => setDone(true)} />}
    </PublicPage>
  )
}

function ConfirmForm({ token, onDone }: { token: string; onDone: () => void }) {
  const form = useContractForm({
    schema: emailChanges.complete.body,
    initial: { token },
    send: confirmEmailByLink,
    done: onDone,
    failure: m.confirm_email_failed(),
  })
  return (
    <PublicForm form={form} submit={m.confirm_email_submit()} sending={m.common_saving()}>
      {null}
    </PublicForm>
  )
}
