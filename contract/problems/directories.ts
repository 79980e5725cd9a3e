import { ldapRefusals } from './ldap.ts'
import { refusal } from './refusal.ts'

export const directoryRefusals = {
  'directory-not-found': refusal(404, 'Directory not found.'),
  'directory-mapping-not-found': refusal(404, 'This group is no longer listed.'),
  'directories-need-everywhere': refusal(
    403,
    'Directories apply in every place. Only people who see every place can change them.',
  ),
  'directory-name-taken': refusal(409, 'There is already a directory with this name.'),
  'directory-group-taken': refusal(409, 'This group is already listed.'),
  'directory-kind-fixed': refusal(400, 'The kind of a directory cannot be changed.'),
  'directory-identity-fixed': refusal(
    409,
    'Accounts are connected to this directory, so what identifies them cannot change. Add a new directory instead.',
  ),
  'directories-too-many': refusal(409, 'There can be at most {most} directories.'),
  'directory-secret-unreadable': refusal(
    503,
    'The stored secret of this directory cannot be read. Please enter it again.',
  ),
  'directory-unavailable': refusal(
    503,
    'The directory does not respond. Please try again, or log in with a password.',
  ),
  'directory-metadata-wrong': refusal(
    503,
    'The provider does not describe itself as these settings say. Please check its address.',
  ),
  'directory-credentials-wrong': refusal(503, 'The directory does not accept the stored account or secret.'),
  'directory-sign-in-failed': refusal(401, 'The directory did not confirm who you are. Please log in again.'),
  'directory-sign-in-expired': refusal(
    400,
    'This log-in was not started in this browser, or it has ended. Please log in again.',
  ),
  'directory-no-access': refusal(403, 'Your account has no access yet. Please ask an administrator.'),
  'directory-email-missing': refusal(
    403,
    'The directory gave no verified email for your account. Please ask an administrator.',
  ),
  'directory-account-exists': refusal(
    409,
    'An account with this email exists. Log in with its password, then connect the directory in your profile.',
  ),
  'directory-connected-elsewhere': refusal(
    409,
    'This account of the directory is already connected to another person.',
  ),
  'directory-already-connected': refusal(
    409,
    'Your account is already connected to another account of this directory.',
  ),
  'password-needed-first': refusal(409, 'Your account has no password, so this is the only way to log in.'),
  'role-mapped': refusal(409, 'A directory gives this role to a group. Change that first.'),
  ...ldapRefusals,
}
