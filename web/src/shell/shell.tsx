import { useDisclosure, useHotkeys, useMediaQuery } from '@mantine/hooks'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { cities } from '#features/places/places.ts'
import { messageOf } from '#kernel/api-error.ts'
import { useKept } from '#kernel/kept.ts'
import { everywhere, useCity } from '#kernel/location.ts'
import { queryClient } from '#kernel/query-client.ts'
import { useSession } from '#kernel/session.ts'
import { belowMenu } from '#kernel/theme.ts'
import { m } from '#texts'
import { ConfirmHost } from '#ui/confirm.tsx'
import { useFetchLater } from '#ui/fetch-later.ts'
import { LoadFailed } from '#ui/load-failed.tsx'
import { LoadingPage } from '#ui/loading-page.tsx'
import { NotFound } from '#ui/not-found.tsx'
import { Header } from './header.tsx'
import classes from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { useScanner } from './use-scanner.ts'

const loadPalette = async () => ({ default: (await import('./palette.tsx')).Palette })
const loadScanBox = async () => ({ default: (await import('#features/assets/find-scan.tsx')).ScanBox })
const loadMenu = async () => ({ default: (await import('./menu-drawer.tsx')).MenuDrawer })
const loadToasts = async () => ({ default: (await import('#ui/toasts.tsx')).Toasts })
const Palette = lazy(loadPalette)
const ScanBox = lazy(loadScanBox)
const MenuDrawer = lazy(loadMenu)
const Toasts = lazy(loadToasts)
const loadResumeExports = async () => ({
  default: (await import('#features/exports/following.tsx')).ResumeExports,
})
const ResumeExports = lazy(loadResumeExports)

const settled = 1_000

export function Shell() {
  useEffect(() => () => queryClient.clear(), [])
  return (
    <QueryClientProvider client={queryClient}>
      <Frame />
    </QueryClientProvider>
  )
}

/** What others do shows here, too, once the page has settled. */
function useOthersChanges() {
  useEffect(() => {
    const controller = new AbortController()
    const start = async () => (await import('#kernel/live-screen.ts')).followChanges(controller.signal)
    const timer = setTimeout(() => void start().catch(() => undefined), settled)
    controller.signal.addEventListener('abort', () => clearTimeout(timer))
    return () => controller.abort()
  }, [])
}

/** What stands around every screen of a signed-in person. */
function Frame() {
  useOthersChanges()
  const narrow = useMediaQuery(belowMenu, undefined, { getInitialValueInEffect: false })
  const [sidebar, keepSidebar] = useKept<'open' | 'closed'>('sidebar', 'open')
  const [drawer, setDrawer] = useDisclosure(false)
  const [palette, setPalette] = useDisclosure(false)
  useHotkeys([['mod+K', setPalette.open]], [])
  const scan = useScanBox()
  useFetchLater(loadPalette)

  return (
    <div className={classes.shell} data-sidebar={narrow ? 'none' : sidebar}>
      <a className={classes.skip} href="#content">
        {m.app_skip_to_content()}
      </a>
      <Header narrow={narrow} onMenu={setDrawer.open} onSearch={setPalette.open} onScan={scan.open} />
      {narrow ? (
        <Suspense>
          <MenuDrawer opened={drawer} onClose={setDrawer.close} />
        </Suspense>
      ) : (
        <Sidebar
          open={sidebar === 'open'}
          onToggle={() => keepSidebar(sidebar === 'open' ? 'closed' : 'open')}
        />
      )}
      <main id="content" tabIndex={-1} className={classes.main}>
        <Suspense fallback={<LoadingPage />}>
          <ScreenOfKnownCity />
        </Suspense>
      </main>
      <Suspense>{palette && <Palette onClose={setPalette.close} />}</Suspense>
      <Suspense>{scan.box}</Suspense>
      <Suspense>
        <ResumeExports />
      </Suspense>
      <ConfirmHost />
      <Suspense>
        <Toasts className={classes.toasts ?? ''} />
      </Suspense>
    </div>
  )
}

/** The scan box, one key or one scan away for those who work with assets. */
function useScanBox() {
  const enabled = useSession()?.user.permissions.includes('manage-asset') ?? false
  const [scanned, setScanned] = useState<{ code: string | undefined } | null>(null)
  const open = () => setScanned({ code: undefined })
  useFetchLater(loadScanBox, enabled)
  useScanner({ enabled, onKey: open, onScan: (code) => setScanned({ code }) })
  return {
    open: enabled ? open : undefined,
    box: scanned && <ScanBox code={scanned.code} onClose={() => setScanned(null)} />,
  }
}

/** A city that does not exist and one the person may not see look the same. */
function ScreenOfKnownCity() {
  const city = useCity()
  const known = useQuery({ ...cities, enabled: city !== everywhere })
  if (city === everywhere) return <Outlet />
  if (known.isPending) return <LoadingPage />
  if (known.isError) {
    return (
      <LoadFailed text={messageOf(known.error, m.error_loading())} onRetry={() => void known.refetch()} />
    )
  }
  return known.data.some(({ location }) => location === city) ? <Outlet /> : <NotFound />
}
