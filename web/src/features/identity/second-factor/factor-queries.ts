import { type NewPasskeyResponse, secondFactor } from '@ats/contract/identity/second-factor.ts'
import { call } from '#kernel/http/call.ts'
import { query } from '#kernel/http/query.ts'
import { useChange, useWriting } from '#kernel/http/use-change.ts'

export const ownFactors = query(secondFactor.get, {})

export const beginTotp = (password: string) => call(secondFactor.beginTotp, { body: { password } })
export const useConfirmTotp = () =>
  useChange(secondFactor.confirmTotp, (code: string) => ({ body: { code } })).mutateAsync

type NewPasskey = { password: string; name: string }

/** Asks the server for options, the browser for a passkey, and adds it. */
async function createPasskey({ password, name }: NewPasskey) {
  const { options } = await call(secondFactor.beginPasskey, { body: { password } })
  const { startRegistration } = await import('@simplewebauthn/browser')
  const created = await startRegistration({ optionsJSON: options as never })
  return call(secondFactor.addPasskey, { body: { name, response: created as NewPasskeyResponse } })
}
export const useAddPasskey = () => useWriting(secondFactor.addPasskey.writes, createPasskey).mutateAsync

export const useRenamePasskey = () =>
  useChange(secondFactor.renamePasskey, ({ id, name }: { id: string; name: string }) => ({
    params: { id },
    body: { name },
  })).mutateAsync

/** What the password confirms. */
export type Confirmed =
  | { remove: 'totp' }
  | { remove: 'passkey'; id: string; name: string }
  | { make: 'codes' }

/** Returns new recovery codes, if that was asked for. */
async function confirmed({ what, password }: { what: Confirmed; password: string }) {
  const body = { password }
  if ('make' in what) return (await call(secondFactor.newRecoveryCodes, { body })).recoveryCodes
  if (what.remove === 'totp') await call(secondFactor.removeTotp, { body })
  else await call(secondFactor.removePasskey, { params: { id: what.id }, body })
  return null
}
export const useConfirmed = () => useWriting(secondFactor.removeTotp.writes, confirmed).mutateAsync

export const useForgetDevice = () =>
  useChange(secondFactor.forgetDevice, (id: string) => ({ params: { id } })).mutateAsync

export const useResetFactors = () =>
  useChange(secondFactor.reset, (id: string) => ({ params: { id } })).mutateAsync
