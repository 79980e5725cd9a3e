import { Alert } from '@mantine/core'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { failureText } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { Loading } from '#ui/page/loading.tsx'
import { AnchorLink } from '#ui/text/link.tsx'
import { completeAt, type Returned } from './directory-sign-in.ts'
import { PublicPage } from './public-page.tsx'

type Search = { [name: string]: unknown }

const returnedOf = ({ code, state, iss }: Search): Returned | undefined =>
  typeof code === 'string' && typeof state === 'string'
    ? { code, state, ...(typeof iss === 'string' && { iss }) }
    : undefined

/** A code works once, so it is sent once, however often the page is drawn. */
const completed = new Map<string, ReturnType<typeof completeAt>>()
function completeOnce(returned: Returned) {
  const running = completed.get(returned.state) ?? completeAt(returned)
  completed.set(returned.state, running)
  return running
}

/** Where a provider sends people back to. */
export function DirectoryCallback() {
  const router = useRouter()
  const [returned] = useState(returnedOf(useLocation({ select: ({ search }) => search as Search })))
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    if (returned === undefined) return
    completeOnce(returned).then(
      ({ next, secondStep }) =>
        secondStep === undefined
          ? router.history.replace(next ?? '/dashboard/default')
          : void router.navigate({
              ...{ to: '/login', replace: true, state: { secondStep } },
              search: next === undefined ? {} : { next },
            }),
      (failed: unknown) => setError(failed),
    )
  }, [returned, router])
  const errorText = error === undefined ? undefined : failureText(error, m.login_failed())
  const failure = returned === undefined ? m.login_callback_refused() : errorText
  return (
    <PublicPage
      title={m.login_callback_title()}
      heading={m.login_callback_title()}
      lead={m.login_callback_lead()}
      foot={failure && <AnchorLink to="/login">{m.login_callback_back()}</AnchorLink>}
    >
      {failure ? (
        <Alert role="alert" color="red">
          {failure}
        </Alert>
      ) : (
        <Loading />
      )}
    </PublicPage>
  )
}
