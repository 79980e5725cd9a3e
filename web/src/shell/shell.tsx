import { Box } from '@mantine/core'
import { useDisclosure, useHotkeys, useMediaQuery } from '@mantine/hooks'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { cities } from '#features/places/places.ts'
import { messageOf } from '#kernel/api-error.ts'
import { useLocalSetting } from '#kernel/local-setting.ts'
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
import { part, RetryLater } from '#ui/part.tsx'
import { Header } from './header.tsx'
import classes from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { useScanner } from './use-scanner.ts'

const loadPalette = async () => (await import('./palette.tsx')).Palette
const loadScanBox = async () => (await import('#features/assets/find/find-scan.tsx')).ScanBox
const loadMenu = async () => (await import('./menu-drawer.tsx')).MenuDrawer
const loadToasts = async () => (await import('#ui/toasts.tsx')).Toasts
const loadResumeExports = async () => (await import('#features/exports/resume-exports.tsx')).ResumeExports
const Palette = part(loadPalette)
const ScanBox = part(loadScanBox)
const MenuDrawer = part(loadMenu)
const unasked = { failed: (failed: Parameters<typeof RetryLater>[0]) => <RetryLater {...failed} /> }
const Toasts = part(loadToasts, unasked)
const ResumeExports = part(loadResumeExports, unasked)

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
  const [sidebar, keepSidebar] = useLocalSetting<'open' | 'closed'>('sidebar', 'open')
  const [drawer, setDrawer] = useDisclosure(false)
  const hadDrawer = useEver(drawer)
  const [palette, setPalette] = useDisclosure(false)
  useHotkeys([['mod+K', setPalette.open]], [])
  const scan = useScanBox()
  useFetchLater(loadPalette)
  useFetchLater(loadMenu, narrow)

  return (
    <div className={classes.shell} data-sidebar={narrow ? 'none' : sidebar}>
      <a className={classes.skip} href="#content">
        {m.app_skip_to_content()}
      </a>
      <Header narrow={narrow} onMenu={setDrawer.open} onSearch={setPalette.open} onScan={scan.open} />
      {narrow ? (
        hadDrawer && <MenuDrawer opened={drawer} onClose={setDrawer.close} />
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
      {palette && <Palette onClose={setPalette.close} />}
      {scan.box}
      <ResumeExports />
      <ConfirmHost />
      <Toasts className={classes.toasts ?? ''} />
    </div>
  )
}

/** Whether it has ever been so: what was opened once stays, to be seen closing. */
function useEver(now: boolean) {
  const [ever, setEver] = useState(now)
  if (now && !ever) setEver(true)
  return ever || now
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
  if (known.data === undefined)
    return <UnknownCities error={known.error} onRetry={() => void known.refetch()} />
  return known.data.some(({ location }) => location === city) ? <Outlet /> : <NotFound />
}

/** The server answers for a city only to those who may see it, so the screen need not wait for the list of them. */
function UnknownCities({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  return (
    <>
      <Box mb="md">
        <LoadFailed
          text={m.app_locations_failed()}
          detail={messageOf(error, '') || undefined}
          onRetry={onRetry}
        />
      </Box>
      <Outlet />
    </>
  )
}
