import { shopFieldRefusals } from '../shop/problems.ts'
import { knowSchemaTexts, refusal } from './refusal.ts'

/**
 * The messages of the contract's schemas: each is one of these codes, and {maximum} is the exceeded bound.
 * Forms show them before anything is sent, so the web app has the English texts too.
 */
export const fieldRefusals = {
  'field-required': refusal(400, 'This field is required.'),
  'all-fields-required': refusal(400, 'Please fill in all fields.'),
  'text-too-long': refusal(400, 'Use at most {maximum} characters.'),
  'credentials-required': refusal(400, 'Please enter valid credentials'),
  'name-required': refusal(400, 'Name is required!'),
  'email-required': refusal(400, 'Email is required!'),
  'email-malformed': refusal(400, 'Please enter a valid email address.'),
  'password-required': refusal(400, 'Password is required!'),
  'password-too-short': refusal(400, 'Use at least 8 characters.'),
  'passwords-differ': refusal(400, 'Passwords do not match!'),
  'permission-required': refusal(400, 'Choose at least one permission.'),
  'address-range-malformed': refusal(
    400,
    'Use addresses such as 192.0.2.10, or ranges such as 192.0.2.0/24.',
  ),
  'key-expiry-wrong': refusal(400, 'Choose a day in the future, within two years.'),
  'code-required': refusal(400, 'Please enter the code.'),
  'role-required': refusal(400, 'Role is required!'),
  'location-required': refusal(400, 'Location is required!'),
  'role-name-required': refusal(400, 'Please enter a role name.'),
  'asset-fields-required': refusal(400, 'All required fields must be filled, including location.'),
  'tagging-name-required': refusal(400, 'Please enter a name.'),
  'tag-or-series': refusal(400, 'Enter either a tag or a number series.'),
  'tag-malformed': refusal(400, 'A tag may contain only letters, digits and punctuation.'),
  'rental-period-wrong': refusal(400, 'The rental period must be a whole number of months, at most 999.'),
  'own-field-key-malformed': refusal(
    400,
    'Start with a lowercase letter and use at most 40 letters and digits.',
  ),
  'own-value-malformed': refusal(400, 'This value does not fit the type of the field.'),
  'own-value-link-malformed': refusal(400, 'Enter an address that starts with https:// or http://.'),
  'own-field-label-required': refusal(400, 'Please enter a name.'),
  'own-field-days-malformed': refusal(400, 'Enter days such as 30, 7.'),
  'own-field-name-required': refusal(400, 'Choose at least one asset name.'),
  'own-field-filter-malformed': refusal(400, 'This is not a filter on fields.'),
  'assets-or-filter': refusal(400, 'Choose either assets or a filter.'),
  'items-or-filter': refusal(400, 'Choose either items or a filter.'),
  'requests-required': refusal(400, 'Please choose at least one request.'),
  'new-state-required': refusal(400, 'Please choose the new state.'),
  'programme-name-required': refusal(400, 'Please enter a name.'),
  'where-required': refusal(400, 'Say where it was found.'),
  'signature-too-long': refusal(400, 'This signature has too many strokes. Please sign again.'),
  'signature-malformed': refusal(400, 'This is no drawn signature.'),
  'reason-required': refusal(400, 'Please give a reason.'),
  'denial-note-required': refusal(400, 'Please give a reason for denying the request.'),
  'help-subject-required': refusal(400, 'Please enter a subject in a few words.'),
  'help-text-required': refusal(400, 'Please write a message.'),
  'reader-name-required': refusal(400, 'Please enter a name.'),
  'reader-path-malformed': refusal(400, 'Use names joined by dots, such as data.tag.'),
  'reader-mapping-required': refusal(
    400,
    'Enter where a message contains the tag, but only for readers of other makers.',
  ),
  'floor-name-required': refusal(400, 'Please enter a name.'),
  'cover-name-required': refusal(400, 'Please enter a name or number.'),
  'currency-malformed': refusal(400, 'Use the code of a currency, such as INR.'),
  'too-many-reminders': refusal(400, 'Choose at most five reminders.'),
  'outside-plan': refusal(400, 'A rectangle must be inside the plan.'),
  'too-many-shapes': refusal(400, 'A plan has at most {maximum} shapes.'),
  'too-many-rooms': refusal(400, 'A plan has at most {maximum} rooms.'),
  'room-drawn-twice': refusal(400, 'Each room may be drawn only once.'),
  'paper-name-wrong': refusal(
    400,
    'A name has no line breaks and none of / \\ : * ? " < > |, and does not begin or end with a dot.',
  ),
  'paper-type-unknown': refusal(
    400,
    'Choose a PDF, an office file (docx, xlsx, pptx, odt, ods, odp), a CSV or text file, or a picture (PNG, JPG, WebP, GIF).',
  ),
  'paper-empty': refusal(400, 'The file is empty.'),
  'paper-too-large': refusal(400, 'A file may have at most 25 MB.'),
  'paper-hash-malformed': refusal(400, 'A SHA-256 has 64 hexadecimal digits.'),
  'tag-series-name-required': refusal(400, 'Please enter a name.'),
  'tag-filter-out-of-range': refusal(400, 'A filter value is a number from 0 to 7.'),
  'tag-prefix-not-digits': refusal(400, 'A GS1 company prefix has only digits.'),
  'tag-prefix-length': refusal(400, 'A GS1 company prefix has 6 to 12 digits.'),
  'tag-prefix-restricted': refusal(
    400,
    'GS1 licenses no prefix that begins with 02, 04 or 2. Without a prefix of GS1 use the private scheme.',
  ),
  'tag-item-not-digits': refusal(400, 'An item reference has only digits.'),
  'tag-item-length': refusal(400, 'Company prefix and item reference must have 13 digits together.'),
  'tag-organisation-malformed': refusal(400, 'The code of an organisation has eight hex digits.'),
  'tag-part-not-of-scheme': refusal(400, 'Tags of this scheme do not have this.'),
  'tag-serial-not-digits': refusal(400, 'Enter a number with digits only.'),
  'tag-serial-leading-zero': refusal(400, 'Enter the number without zeros in front.'),
  'tag-serial-too-large': refusal(400, 'This number is too large for the scheme.'),
  'printer-host-malformed': refusal(400, 'Enter a name or an IP address, without a port.'),
  'printer-port-out-of-range': refusal(400, 'Enter a port from 1 to 65535. Most printers use 9100.'),
  'print-design-not-for-these': refusal(400, 'Labels of rooms are for places, and the others for assets.'),
  'print-dpi-of-file': refusal(400, 'Name the resolution of a file. That of a printer is known.'),
  'print-range-reversed': refusal(400, 'The last label must not come before the first.'),
  'antenna-twice': refusal(400, 'Each antenna may be listed only once.'),
  'master-name-required': refusal(400, 'Please enter a name.'),
  'master-parent-required': refusal(400, 'Please choose what it belongs to.'),
  'master-target-required': refusal(400, 'Please choose another record of the same kind.'),
  'column-required': refusal(400, 'Choose at least one column.'),
  'file-required': refusal(400, 'Please select a file to upload.'),
  'day-malformed': refusal(400, 'Use a date such as 2026-01-31.'),
  'year-out-of-range': refusal(400, 'The year must be between 1000 and 2999.'),
  'webhook-url-malformed': refusal(
    400,
    'Enter an address such as https://example.com/events, without a password.',
  ),
  'webhook-topic-required': refusal(400, 'Choose at least one kind of entry.'),
  'webhook-place-required': refusal(400, 'Choose at least one place.'),
  'webhook-replay-start-required': refusal(400, 'Choose either a time or an entry.'),
  'directory-name-required': refusal(400, 'Please enter a name.'),
  'group-required': refusal(400, 'Please enter the name or id of the group.'),
  'https-required': refusal(400, 'Enter an https:// address without a query.'),
  'ldap-address-malformed': refusal(400, 'Enter an address such as ldaps://ldap.example.com.'),
  'ldap-tls-required': refusal(400, 'Turn on StartTLS, or use an ldaps:// address.'),
  'ldap-filter-malformed': refusal(400, 'The filter must contain the word login in braces.'),
  'attribute-malformed': refusal(400, 'Enter the name of an attribute, such as mail.'),
  ...shopFieldRefusals,
}
export type FieldCode = keyof typeof fieldRefusals
knowSchemaTexts(fieldRefusals)

/** The code as a schema's message. */
export const says = (code: FieldCode): string => code

const isFieldCode = (message: string): message is FieldCode => Object.hasOwn(fieldRefusals, message)

/** The code and parameters of a schema's message; undefined if the message is not a code. */
export function fieldMessage(issue: { message: string }) {
  const { message: code } = issue
  if (!isFieldCode(code)) return undefined
  if (code !== 'text-too-long') return { code }
  return { code, params: { maximum: 'maximum' in issue ? Number(issue.maximum) : 0 } }
}
