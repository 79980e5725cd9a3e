import { z } from 'zod'
import { says } from '../problems/fields.ts'
import { neededText } from '../text.ts'

const loopback = ['localhost', '127.0.0.1', '[::1]']

/** Without TLS anybody on the network could forge an identity; only the same machine needs none. */
function isSafeAddress(text: string) {
  const address = URL.parse(text)
  if (address === null || address.username !== '' || address.password !== '') return false
  return (
    address.protocol === 'https:' || (address.protocol === 'http:' && loopback.includes(address.hostname))
  )
}

const needed = (most: number) => neededText('field-required').max(most, says('text-too-long'))
const attribute = z
  .string()
  .trim()
  .regex(/^[A-Za-z][A-Za-z0-9;.-]*$/, says('attribute-malformed'))
  .max(100, says('text-too-long'))

export const oidcSettings = z.object({
  issuer: needed(500)
    .refine(isSafeAddress, says('https-required'))
    .refine((text) => !/[?#]/.test(text), says('https-required'))
    .describe('The address of the provider, exactly as its metadata and tokens name it.'),
  clientId: needed(300),
  clientAuthentication: z
    .enum(['basic', 'post'])
    .default('basic')
    .describe('How the secret is sent to the provider: in a header or in the form.'),
  scopes: z
    .string()
    .trim()
    .max(500, says('text-too-long'))
    .default('openid profile email')
    .describe('Separated by spaces; `openid` is always requested.'),
  groupsClaim: needed(200)
    .default('groups')
    .describe('The claim with the groups of a person: a name, or names joined by dots.'),
  userinfo: z.boolean().default(false).describe('Claims are also read from the userinfo endpoint.'),
  trustEmails: z
    .boolean()
    .default(false)
    .describe('Emails count as verified also if the provider does not say so.'),
  signOut: z.boolean().default(false).describe('Logging out here also ends the session at the provider.'),
})
export type OidcSettings = z.infer<typeof oidcSettings>

const isLdapAddress = (text: string) => {
  const address = URL.parse(text)
  return (
    address !== null &&
    (address.protocol === 'ldaps:' || address.protocol === 'ldap:') &&
    address.hostname !== '' &&
    ['', '/'].includes(address.pathname)
  )
}

export const ldapSettings = z
  .object({
    url: needed(500).refine(isLdapAddress, says('ldap-address-malformed')),
    startTls: z.boolean().default(false).describe('For ldap:// addresses: encrypts before anything is sent.'),
    caCertificate: z
      .string()
      .trim()
      .max(20_000, says('text-too-long'))
      .nullable()
      .default(null)
      .describe('PEM; null: the certificates that the server trusts anyway.'),
    bindDn: needed(500).describe('The account that looks people up; the secret is its password.'),
    baseDn: needed(500),
    loginAttribute: attribute.default('mail').describe('What people type: mail, userPrincipalName or uid.'),
    filter: z
      .string()
      .trim()
      .max(1000, says('text-too-long'))
      .refine((text) => text.includes('{login}'), says('ldap-filter-malformed'))
      .default('(&(objectClass=person)(mail={login}))')
      .describe('Finds one person; {login} stands for what they typed.'),
    subjectAttribute: attribute.default('entryUUID').describe('Never changes: entryUUID or objectGUID.'),
    emailAttribute: attribute.default('mail'),
    nameAttribute: attribute.default('givenName'),
    lastnameAttribute: attribute.default('sn'),
    groupAttribute: attribute.default('memberOf'),
    nestedGroups: z.boolean().default(false).describe('Groups of groups count too.'),
    timeoutMs: z.number().int().min(500).max(30_000).default(5000),
  })
  .refine(({ url, startTls }) => url.startsWith('ldaps:') || startTls || isLoopback(url), {
    path: ['startTls'],
    error: says('ldap-tls-required'),
  })
export type LdapSettings = z.infer<typeof ldapSettings>

const isLoopback = (url: string) => loopback.includes(URL.parse(url)?.hostname ?? '')
