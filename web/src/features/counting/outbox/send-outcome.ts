import { ApiError } from '#kernel/http/api-error.ts'

/**
 * What to do after an error. `stop`: the server is unreachable, or the person has to sign in. `busy`: this
 * inventory accepts nothing for now. `refused`: the server rejects the part, and a retry does not help.
 * `too-large`, `blocked`: something in between, such as a proxy, does not let this part through.
 */
export function outcomeOfError(error: unknown): 'stop' | 'busy' | 'refused' | 'too-large' | 'blocked' {
  if (!(error instanceof ApiError)) return 'stop'
  const { status, code } = error
  if (status < 400 || status >= 500 || [401, 407, 408, 425, 429].includes(status)) return 'stop'
  // Everything waits until the handheld gets a new token.
  if (code === 'handheld-revoked') return 'stop'
  if (code === 'inventory-busy') return 'busy'
  if (status === 413) return 'too-large'
  return code === 'unexpected' ? 'blocked' : 'refused'
}
