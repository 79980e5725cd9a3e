import type { OidcSettings } from '@ats/contract/identity/directory-settings.ts'
import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  type CustomFetch,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
  type ServerMetadata,
} from 'openid-client'
import { Problem } from '#kernel/http/problem.ts'

const timeoutSeconds = 5
const toleranceSeconds = 60
const metadataMs = 10 * 60_000
const mostBytes = 1_000_000

/** Stops reading after a megabyte: a provider must not fill the memory. */
const boundedFetch: CustomFetch = async (url, options) => {
  const response = await fetch(url, options as RequestInit)
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > mostBytes) throw new TypeError('the response of the provider is too large')
    parts.push(part)
  }
  const { status, statusText, headers } = response
  const mayHaveBody = ![204, 205, 304].includes(status)
  return new Response(mayHaveBody ? Buffer.concat(parts) : null, { status, statusText, headers })
}

const clientAuth = (secret: string | null, { clientAuthentication }: OidcSettings) => {
  if (secret === null) return None()
  return clientAuthentication === 'basic' ? ClientSecretBasic(secret) : ClientSecretPost(secret)
}

const isPlain = (issuer: string) => issuer.startsWith('http:')

async function fetchMetadata({ issuer, clientId }: OidcSettings): Promise<ServerMetadata> {
  const execute = isPlain(issuer) ? [allowInsecureRequests] : []
  const options = { execute, timeout: timeoutSeconds, [customFetch]: boundedFetch }
  const found = await discovery(new URL(issuer), clientId, undefined, None(), options).catch(
    (error: unknown) => {
      throw isAnotherIssuer(error) ? new Problem('directory-metadata-wrong') : unavailable(error)
    },
  )
  const metadata = { ...found.serverMetadata() }
  // Microsoft's shared addresses let in people of every organisation, so the issuer must be one of them.
  if (metadata.issuer !== issuer) throw new Problem('directory-metadata-wrong')
  const endpoints = [metadata.authorization_endpoint, metadata.token_endpoint, metadata.jwks_uri]
  if (!endpoints.every((address) => isEncrypted(address, issuer)))
    throw new Problem('directory-metadata-wrong')
  return metadata
}

const isEncrypted = (address: string | undefined, issuer: string) =>
  address !== undefined && (address.startsWith('https:') || (isPlain(issuer) && address.startsWith('http:')))

const isAnotherIssuer = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED'

/** The provider did not respond, or with something else than it should; the cause is only for the log. */
export function unavailable(cause: unknown) {
  const problem = new Problem('directory-unavailable')
  problem.cause = cause
  return problem
}

export type Providers = ReturnType<typeof openProviders>

/** Connections to providers. Their metadata is read again after ten minutes, their keys at every log-in. */
export function openProviders() {
  const known = new Map<string, { metadata: ServerMetadata; until: number }>()

  async function metadataOf(settings: OidcSettings, { isFresh }: { isFresh: boolean }) {
    const held = known.get(settings.issuer)
    if (!isFresh && held !== undefined && held.until > Date.now()) return held.metadata
    const metadata = await fetchMetadata(settings)
    known.set(settings.issuer, { metadata, until: Date.now() + metadataMs })
    return metadata
  }

  /** A new configuration has no keys yet, so keys that the provider rotated a moment ago are known. */
  return async function connectTo(
    settings: OidcSettings,
    secret: string | null,
    { isFresh = false } = {},
  ): Promise<Configuration> {
    const metadata = await metadataOf(settings, { isFresh })
    const client = { [clockTolerance]: toleranceSeconds }
    const config = new Configuration(metadata, settings.clientId, client, clientAuth(secret, settings))
    config.timeout = timeoutSeconds
    config[customFetch] = boundedFetch
    if (isPlain(settings.issuer)) allowInsecureRequests(config)
    enableNonRepudiationChecks(config)
    return config
  }
}
