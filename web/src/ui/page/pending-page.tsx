import type { ComponentProps } from 'react'
import { messageOf } from '#kernel/http/api-error.ts'
import { LoadFailed } from './load-failed.tsx'
import { Loading } from './loading.tsx'
import { Page } from './page.tsx'

type Props = Pick<ComponentProps<typeof Page>, 'title' | 'crumbs'> & {
  error: unknown
  /** What could not be loaded. */
  failed: string
  onRetry: () => void
}

/** The page of a record that is still being loaded, or could not be. */
export const PendingPage = ({ error, failed, onRetry, ...page }: Props) => (
  <Page {...page}>
    {error === null ? (
      <Loading />
    ) : (
      <LoadFailed text={failed} detail={messageOf(error, '') || undefined} onRetry={onRetry} />
    )}
  </Page>
)
