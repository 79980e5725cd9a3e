import { createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  fetchUserInfo,
} from 'openid-client'
import {
  callbackOf,
  directoryWithSecret,
  type OpenDirectory,
} from '#features/identity/directories/directory-queries.ts'
import type { Identity } from '#features/identity/directories/identity.ts'
import { cookieRules } from '#features/identity/sessions/sessions.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { Problem } from '#kernel/http/problem.ts'
import { hashOf, newSecret } from '#kernel/secrets.ts'
import type { Services } from '#kernel/services.ts'
import { type Claims, identityOf } from './claims.ts'
import { type Providers, unavailable } from './provider.ts'

const cookieName = 'ats_oidc'
const completePath = '/api/v1/login/oidc'
const minutes = 10

type OidcDirectory = Extract<OpenDirectory, { kind: 'oidc' }>

/** An enabled OIDC provider; others are treated like unknown ones. */
async function oidcDirectory(db: Db, id: Id, secret: string): Promise<OidcDirectory> {
  const directory = await directoryWithSecret(db, id, secret)
  if (directory?.kind !== 'oidc' || !directory.enabled) throw new Problem('directory-not-found')
  return directory
}

type Attempt = { secret: string; state: string; browser: string }

/**
 * Nonce and code verifier are derived from what the browser holds: the table of log-ins under way contains
 * nothing that could complete one.
 */
const derived = (purpose: string, { secret, state, browser }: Attempt) =>
  createHmac('sha256', secret).update(`oidc ${purpose}\0${state}\0${browser}`).digest('base64url')

/** The address of the provider, and a cookie that binds the log-in to this browser. */
export async function startSignIn(
  { db, config }: Services,
  connectTo: Providers,
  reply: FastifyReply,
  { directoryId, connect = null }: { directoryId: Id; connect?: Id | null },
) {
  const { settings, secret } = await oidcDirectory(db, directoryId, config.secret)
  const provider = await connectTo(settings, secret)
  const [state, browser] = [newSecret(), newSecret()]
  await db
    .insertInto('directory_sign_ins')
    .values({
      ...{ state_hash: state.hash, browser_hash: browser.hash, directory_id: directoryId, user_id: connect },
      expires_at: sql<string>`now() + make_interval(mins => ${minutes})`,
    })
    .execute()
  const attempt = { secret: config.secret, state: state.secret, browser: browser.secret }
  const rules = { ...cookieRules(config), path: completePath, maxAge: minutes * 60 }
  reply.setCookie(cookieName, browser.secret, rules)
  const address = buildAuthorizationUrl(provider, {
    redirect_uri: callbackOf(config.origin),
    scope: [...new Set(['openid', ...settings.scopes.split(/\s+/)])].join(' ').trim(),
    state: state.secret,
    nonce: derived('nonce', attempt),
    code_challenge: await calculatePKCECodeChallenge(derived('verifier', attempt)),
    code_challenge_method: 'S256',
  })
  return { address: address.href }
}

export type Returned = { code: string; state: string; iss?: string | undefined }
export type Completed = { identity: Identity; connect: Id | undefined }

/** Checks what the provider sent back. The log-in ends here, whatever the outcome, unless another browser sent it. */
export async function completeAtProvider(
  { db, config }: Services,
  connectTo: Providers,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  returned: Returned,
): Promise<Completed> {
  const browser = request.cookies[cookieName] ?? ''
  const attempt = await takeAttempt(db, returned.state, browser)
  reply.clearCookie(cookieName, { path: completePath })
  const directory = await oidcDirectory(db, attempt.directoryId, config.secret)
  const provider = await connectTo(directory.settings, directory.secret)
  const back = new URL(callbackOf(config.origin))
  for (const [name, value] of Object.entries(returned))
    if (value !== undefined) back.searchParams.set(name, value)
  const secrets = { secret: config.secret, state: returned.state, browser }
  const claims = await claimsOf(provider, back, secrets, directory).catch((error: unknown) => {
    const problem = problemOf(error)
    request.log.warn(
      { directory: directory.id, code: codeOf(error), reason: reasonOf(error) },
      'a log-in failed',
    )
    throw problem
  })
  return {
    identity: identityOf(directory.id, directory.settings, claims),
    connect: attempt.connect ?? undefined,
  }
}

/** Each log-in can be completed once. A wrong browser does not end it. */
async function takeAttempt(db: Db, state: string, browser: string) {
  const { rows } = await sql<{ directoryId: Id; connect: Id | null }>`delete from directory_sign_ins
    where state_hash = ${hashOf(state)} and browser_hash = ${hashOf(browser)} and expires_at > now()
    returning directory_id as "directoryId", user_id as connect`.execute(db)
  const [attempt] = rows
  if (attempt === undefined) throw new Problem('directory-sign-in-expired')
  return attempt
}

async function claimsOf(
  provider: Configuration,
  back: URL,
  attempt: Attempt,
  { settings }: OidcDirectory,
): Promise<Claims> {
  const tokens = await authorizationCodeGrant(provider, back, {
    expectedState: attempt.state,
    expectedNonce: derived('nonce', attempt),
    pkceCodeVerifier: derived('verifier', attempt),
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (claims === undefined) throw new Problem('directory-sign-in-failed')
  // The subject of both must be the same; the claims of the token win.
  const more = settings.userinfo ? await fetchUserInfo(provider, tokens.access_token, claims.sub) : {}
  return { ...more, ...claims }
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined
/** Never the cause: it may hold tokens and claims. */
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : undefined)

const statusOf = (error: unknown) =>
  error instanceof Error && error.cause instanceof Response ? error.cause.status : undefined

/** Whether the provider is out of order, refuses us, or did not prove who the person is. */
function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  const isOurs = error instanceof Error && 'error' in error && error.error === 'invalid_client'
  if (isOurs || statusOf(error) === 401) return new Problem('directory-credentials-wrong')
  const isDown = error instanceof Error && ['TimeoutError', 'AbortError'].includes(nameOf(error))
  const isNetwork = codeOf(error) === undefined && error instanceof TypeError
  if (isDown || isNetwork || (statusOf(error) ?? 0) >= 500 || codeOf(error) === 'OAUTH_TIMEOUT')
    return unavailable(error)
  return new Problem('directory-sign-in-failed')
}

const nameOf = (error: Error) => (error.cause instanceof Error ? error.cause.name : error.name)

/** Reads the provider's metadata and keys with the stored settings. */
export async function testProvider(connectTo: Providers, { settings, secret }: OidcDirectory) {
  const provider = await connectTo(settings, secret, { isFresh: true })
  const { jwks_uri: keys } = provider.serverMetadata()
  const response = await fetch(keys ?? '', { redirect: 'error', signal: AbortSignal.timeout(5000) }).catch(
    (error: unknown) => {
      throw unavailable(error)
    },
  )
  if (!response.ok) throw new Problem('directory-metadata-wrong')
  await response.body?.cancel()
}

/** Where the session at the provider ends; null if that is not wanted, or not possible now. */
export async function signOutAddress({ db, config }: Services, connectTo: Providers, directoryId: Id | null) {
  if (directoryId === null) return null
  try {
    const { settings, secret } = await oidcDirectory(db, directoryId, config.secret)
    if (!settings.signOut) return null
    const provider = await connectTo(settings, secret)
    const back = { post_logout_redirect_uri: `${config.origin}/login` }
    return buildEndSessionUrl(provider, back).href
  } catch {
    // Logging out here must work also without the provider.
    return null
  }
}
