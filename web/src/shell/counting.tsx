import { isLabel, placeOfLabel } from '@ats/contract/label-address.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { queryClient } from '#kernel/http/query-client.ts'
import { giveAssetScan } from '#kernel/scanner/asset-scans.ts'
import { keepCounter, useSession } from '#kernel/session/session.ts'
import { m } from '#texts'
import { ConfirmHost } from '#ui/dialog/confirm.tsx'
import { lazyPart, RetryLater } from '#ui/lazy/part.tsx'
import { LoadingPage } from '#ui/page/loading-page.tsx'
import { ScanQuestions } from '#ui/scan/scan-questions.tsx'
import { toast } from '#ui/toast/toast.ts'
import classes from './shell.module.css'
import { useScanner } from './use-scanner.ts'

const Toasts = lazyPart(async () => (await import('#ui/toast/toasts.tsx')).Toasts, {
  failed: (failed) => <RetryLater {...failed} />,
})

const nothing = () => undefined

function whyNotCounted(code: string) {
  if (placeOfLabel(code) !== null) return m.count_no_inventory_yet()
  return isLabel(code) ? m.count_label_no_tag() : m.count_no_room_yet({ code })
}

/**
 * The frame of the counting app: scanner, questions and toasts, and nothing that sends requests on its own.
 */
export function Counting() {
  const user = useSession()?.user
  useEffect(() => {
    if (user !== undefined) keepCounter(user)
  }, [user])
  useScanner({
    enabled: true,
    onKey: nothing,
    onScan: (code) => giveAssetScan(code) || toast.failure(whyNotCounted(code)),
    onHeld: (code) => toast.success(m.count_held({ code })),
  })
  return (
    <QueryClientProvider client={queryClient}>
      <main id="content" tabIndex={-1} className={classes.device}>
        <Suspense fallback={<LoadingPage />}>
          <Outlet />
        </Suspense>
      </main>
      <ConfirmHost />
      <ScanQuestions />
      <Toasts />
    </QueryClientProvider>
  )
}
