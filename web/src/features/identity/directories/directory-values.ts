import type { Directory, DirectoryChange, NewDirectory } from '@ats/contract/identity/directories.ts'
import { newDirectory } from '@ats/contract/identity/directories.ts'
import { ldapSettings, oidcSettings } from '@ats/contract/identity/directory-settings.ts'
import type { DirectoryKind } from '@ats/contract/identity/shown-directory.ts'
import { z } from 'zod'

/** What the dialog starts with: the directory to change, or the kind of a new one. */
export type Edited = Directory | DirectoryKind

export type DirectoryValues = {
  name: string
  kind: DirectoryKind
  settings: Record<string, string | boolean | number>
  secret: string
  enabled: boolean
}

const blank = {
  oidc: { issuer: '', clientId: '' },
  ldap: { url: '', bindDn: '', baseDn: '', caCertificate: '' },
}

/** The defaults of the contract, without the fields that have none. */
const defaultsOf = (kind: DirectoryKind) => {
  const fields = kind === 'oidc' ? oidcSettings.shape : ldapSettings.shape
  const known = Object.entries(fields).map(
    ([name, schema]) => [name, schema.safeParse(undefined).data] as const,
  )
  return Object.fromEntries(known.filter(([, value]) => value !== undefined && value !== null))
}

export function valuesOf(edited: Edited): DirectoryValues {
  if (typeof edited === 'string')
    return {
      ...{
        name: '',
        kind: edited,
        settings: { ...defaultsOf(edited), ...blank[edited] } as DirectoryValues['settings'],
      },
      ...{ secret: '', enabled: true },
    }
  const { name, kind, enabled, settings } = edited
  const filled = Object.entries(settings).map(([field, value]) => [field, value ?? ''])
  return { name, kind, settings: Object.fromEntries(filled), secret: '', enabled }
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** The form's empty fields mean: no certificate, and no secret or the stored one. */
export const directorySchema = z.preprocess((values) => {
  const { settings, secret, ...given } = values as DirectoryValues
  const certificate = settings.caCertificate
  return {
    ...given,
    settings: { ...settings, ...(isText(certificate) && { caCertificate: certificate.trim() || null }) },
    secret: secret === '' ? null : secret,
  }
}, newDirectory) as unknown as z.ZodType<NewDirectory, DirectoryValues>

/** A change sends everything except an empty secret, which stays as it is. */
export const changeOf = ({ secret, ...given }: NewDirectory, version: number): DirectoryChange =>
  ({ ...given, ...(secret !== null && { secret }), version }) as DirectoryChange
