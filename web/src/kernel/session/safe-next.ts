/**
 * Where to go after signing in. Only paths of this site are accepted, so that the parameter is no open
 * redirect.
 */
export function safeNext(next: string | undefined, origin = location.origin): string | undefined {
  if (next === undefined || !next.startsWith('/')) return undefined
  const url = URL.parse(next, origin)
  if (url === null || url.origin !== origin || url.pathname === '/login') return undefined
  return url.pathname + url.search + url.hash
}
