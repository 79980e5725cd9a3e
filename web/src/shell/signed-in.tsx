import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { AssetHost } from '#features/assets/panel/asset-host.tsx'
import { RequestHost } from '#features/state-changes/request/request-host.tsx'
import { useScreen } from '#kernel/address/screen.ts'
import { queryClient } from '#kernel/http/query-client.ts'
import { useHeldSession } from '#kernel/session/held-screen.ts'
import { currentSession, useSession } from '#kernel/session/session.ts'
import { m } from '#texts'
import { ConfirmHost } from '#ui/dialog/confirm.tsx'
import { useFetchLater } from '#ui/lazy/fetch-later.ts'
import { lazyPart, RetryLater } from '#ui/lazy/part.tsx'
import { ScanQuestions } from '#ui/scan/scan-questions.tsx'
import { toast } from '#ui/toast/toast.ts'
import { Bare } from './bare.tsx'
import { Frame } from './frame.tsx'
import { useScanner } from './use-scanner.ts'

const loadScanBox = async () => (await import('#features/assets/find/find-scan.tsx')).ScanBox
const loadToasts = async () => (await import('#ui/toast/toasts.tsx')).Toasts
const loadResumeExports = async () => (await import('#features/exports/resume-exports.tsx')).ResumeExports
const loadImportEnds = async () => (await import('#features/notifications/import-ends.tsx')).ImportEnds
const ScanBox = lazyPart(loadScanBox)
const unasked = { failed: (failed: Parameters<typeof RetryLater>[0]) => <RetryLater {...failed} /> }
const Toasts = lazyPart(loadToasts, unasked)
const ResumeExports = lazyPart(loadResumeExports, unasked)
const ImportEnds = lazyPart(loadImportEnds, unasked)

const SignInAgain = lazyPart(
  async () => (await import('#features/identity/sign-in/sign-in-again.tsx')).SignInAgain,
  unasked,
)

const settled = 1_000

/**
 * Common to all screens of signed-in people, in any layout: query client, live changes, scans, questions and
 * toasts.
 */
export function SignedIn() {
  useOthersChanges()
  useEffect(() => () => forgetAnswers(), [])
  const { layout } = useScreen()
  const scan = useScanBox()
  const held = useHeldSession()
  return (
    <QueryClientProvider client={queryClient}>
      <AssetHost>
        {layout === 'bare' ? <Bare /> : <Frame onScan={scan.open} />}
        {scan.box}
        <RequestHost />
      </AssetHost>
      <ResumeExports />
      <ImportEnds />
      <ConfirmHost />
      {held && <SignInAgain person={held.user} />}
      <ScanQuestions />
      <Toasts />
    </QueryClientProvider>
  )
}

/** The cache of one person is not kept for the next. */
function forgetAnswers() {
  if (currentSession() === null) queryClient.clear()
}

/** Subscribes to the changes of others once the page has settled. */
function useOthersChanges() {
  const token = useSession()?.token
  useEffect(() => {
    if (token === undefined) return
    const controller = new AbortController()
    const start = async () => (await import('#kernel/live/live-screen.ts')).followChanges(controller.signal)
    const timer = setTimeout(() => void start().catch(() => undefined), settled)
    controller.signal.addEventListener('abort', () => clearTimeout(timer))
    return () => controller.abort()
  }, [token])
}

/** The scan box for people who work with assets; a key or a scan opens it. */
function useScanBox() {
  const enabled = useSession()?.user.permissions.includes('manage-asset') ?? false
  const [scanned, setScanned] = useState<{ code: string | undefined } | null>(null)
  const open = () => setScanned({ code: undefined })
  useFetchLater(loadScanBox, enabled)
  useScanner({
    enabled,
    onKey: open,
    onScan: (code) => setScanned({ code }),
    onHeld: (code) => toast.success(m.scan_held({ code })),
  })
  return {
    open: enabled ? open : undefined,
    box: scanned && <ScanBox code={scanned.code} onClose={() => setScanned(null)} />,
  }
}
