import { refusal } from './refusal.ts'

/** What the connection test of an LDAP directory finds, and what its people cannot do here. */
export const ldapRefusals = {
  'ldap-certificate-wrong': refusal(
    503,
    'The certificate of the directory has expired, is for another host, or is signed by an unknown authority.',
  ),
  'ldap-not-encrypted': refusal(
    503,
    'The directory does not encrypt this connection. Use an ldaps:// address.',
  ),
  'ldap-search-failed': refusal(
    503,
    'The directory cannot search with these settings. Please check the base, the filter and the attributes.',
  ),
  'ldap-login-wrong': refusal(400, 'The directory does not know this login with this password.'),
  'password-in-directory': refusal(
    409,
    'This account has no password here: it logs in with {directory}. Change the password there.',
  ),
}
