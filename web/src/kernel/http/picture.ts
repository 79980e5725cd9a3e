import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

/** An image fetched with the token, which an <img> cannot send. */
export const picture = (address: string | null) =>
  queryOptions({
    queryKey: ['picture', address],
    meta: { live: [] },
    queryFn: ({ signal }) => fetchPicture(address ?? '', signal),
    enabled: address !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

function fetchPicture(address: string, signal: AbortSignal): Promise<Blob> {
  const { origin, pathname, search } = new URL(address, location.origin)
  if (origin !== location.origin) throw new TypeError('The token goes to our own server only')
  const path = `${pathname}${search}` as `/${string}`
  return call(
    { method: 'GET', path, permission: 'signed-in', reads: [], summary: '', reply: 'file' },
    {},
    { signal },
  )
}
