import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { me } from '#features/identity/queries.ts'
import { cities } from '#features/places/place-queries.ts'
import { everywhere, useCity } from '#kernel/address/location.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import { useSession } from '#kernel/session/session.ts'
import { m } from '#texts'
import { lazyPart } from '#ui/lazy/part.tsx'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { LoadingPage } from '#ui/page/loading-page.tsx'
import { NotFound } from '#ui/page/not-found.tsx'

const HiddenPlaces = lazyPart(async () => (await import('#ui/page/hidden-places.tsx')).HiddenPlaces)

/** The screen itself, in any layout. */
export function ScreenOutlet() {
  // Observed here, so that every screen has the current data of the person in the session.
  useQuery(me)
  const hidesPlaces = (useSession()?.user.countsBlind?.length ?? 0) > 0
  return (
    <>
      {hidesPlaces && <HiddenPlaces />}
      <Suspense fallback={<LoadingPage />}>
        <ScreenOfKnownCity />
      </Suspense>
    </>
  )
}

/** An unknown city and a city that the person may not see both give 'not found'. */
function ScreenOfKnownCity() {
  const city = useCity()
  const known = useQuery({ ...cities, enabled: city !== everywhere })
  if (city === everywhere) return <Outlet />
  if (known.isPending) return <LoadingPage />
  if (known.data === undefined)
    return <UnknownCities error={known.error} onRetry={() => void known.refetch()} />
  return known.data.some(({ location }) => location === city) ? <Outlet /> : <NotFound />
}

/**
 * The list of cities failed to load. The screen is shown anyway, because the server checks the scope of each
 * request.
 */
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
