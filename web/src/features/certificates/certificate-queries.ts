import {
  type CertificateFilter,
  certificateChecks,
  certificateLinks,
  certificates,
} from '@ats/contract/certificates/certificates.ts'
import type { PasskeyResponse } from '@ats/contract/identity/second-factor.ts'
import type { SecondMethod } from '@ats/contract/identity/sessions.ts'
import { call } from '#kernel/http/call.ts'
import { listQuery, query } from '#kernel/http/query.ts'
import { useChange } from '#kernel/http/use-change.ts'

export const certificateList = (filter: Partial<CertificateFilter>) =>
  listQuery(certificates.list, { query: filter })

export const certificateById = (id: string) => query(certificates.get, { params: { id } })

export const checkCertificate = (id: string, code: string, signal: AbortSignal) =>
  call(certificateChecks.get, { params: { id, code } }, { signal })

const inBackground = { inBackground: true }

export type Written = { custodians: string[]; notCovered: string; remarks: string }

export const useCreateCertificate = (inventoryId: string) =>
  useChange(certificates.create, (written: Written) => ({ body: { inventoryId, ...written } }), inBackground)
    .mutateAsync

export const useCorrectCertificate = (id: string) =>
  useChange(
    certificates.correct,
    (body: Written & { reason: string }) => ({ params: { id }, body }),
    inBackground,
  ).mutateAsync

type Proof = { code?: string; recoveryCode?: string; passkey?: PasskeyResponse }
export type OwnSignature = { role: 'approver' | 'verifier'; drawing: string | null }

export const useSign = (id: string) =>
  useChange(certificates.sign, (body: OwnSignature & Proof) => ({ params: { id }, body }), inBackground)
    .mutateAsync

/** What proves the second factor: a typed code, or the passkey that the browser asks for. */
export async function proofFor(id: string, method: SecondMethod | undefined, code: string): Promise<Proof> {
  if (method === 'totp') return { code }
  if (method === 'recovery') return { recoveryCode: code }
  if (method === undefined) return {}
  const { options } = await call(certificates.passkeyOptions, { params: { id } })
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return { passkey: (await startAuthentication({ optionsJSON: options as never })) as PasskeyResponse }
}

export type CustodianSignature = { name: string; drawing: string | null }

export const useSignAsCustodian = (id: string) =>
  useChange(
    certificates.signAsCustodian,
    (body: CustodianSignature) => ({ params: { id }, body }),
    inBackground,
  ).mutateAsync

export const useCustodianLink = (id: string) =>
  useChange(certificates.link, (name: string) => ({ params: { id }, body: { name } }), inBackground)
    .mutateAsync

/** Opening does not use up the link. */
export const openLink = (token: string, signal: AbortSignal) =>
  call(certificateLinks.open, { body: { token } }, { signal })

export const signByLink = (token: string, drawing: string | null) =>
  call(certificateLinks.sign, { body: { token, drawing } })
