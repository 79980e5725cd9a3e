/** Where to go after signing in: only a path of this site, whatever the address says. */
export function safeNext(next: string | undefined, origin = location.origin): string | undefined {
  if (next === undefined || !next.startsWith('/')) return undefined
  const url = URL.parse(next, origin)
  if (url === null || url.origin !== origin || url.pathname === '/login') return undefined
  return url.pathname + url.search + url.hash
}
