import { ldapSettings } from '@ats/contract/identity/directory-settings.ts'
import { afterAll } from 'vitest'
import { base, service } from '../../scripts/ldap/people.ts'
import { newSlapd } from '../../scripts/ldap/slapd.ts'

/** Settings of a directory with the generated people. */
export const settingsFor = (url: string, more: Record<string, unknown> = {}) =>
  ldapSettings.parse({ url, bindDn: service.dn, baseDn: base, timeoutMs: 2000, ...more })

/** OpenLDAP with generated people, until the file's tests are over. */
export async function ldapServer(people: number, entries: readonly string[] = []) {
  const slapd = await newSlapd({ people, entries })
  afterAll(() => slapd.remove())
  await slapd.start()
  return {
    ...slapd,
    settings: (more: Record<string, unknown> = {}) =>
      settingsFor(slapd.tlsUrl, { caCertificate: slapd.authority.pem, ...more }),
  }
}
