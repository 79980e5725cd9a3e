import { refusal } from './refusal.ts'

/** Errors of the fields that an organisation adds to its assets. */
export const ownFieldRefusals = {
  'own-field-not-found': refusal(404, 'Field not found.'),
  'own-field-group-not-found': refusal(404, 'Group not found.'),
  'own-field-group-unknown': refusal(400, 'This group does not exist.'),
  'own-field-label-taken': refusal(400, 'Another active field has this name.'),
  'own-field-label-built-in': refusal(400, 'Assets already have a field with this name.'),
  'own-field-key-taken': refusal(400, 'This key was used before. A key is never used twice.'),
  'own-field-key-built-in': refusal(400, 'This key belongs to a field that every asset has.'),
  'own-fields-too-many': refusal(409, 'At most {most} fields can be active. Retire one first.'),
  'own-field-groups-too-many': refusal(409, 'There can be at most {most} groups. Delete one first.'),
  'own-field-group-name-taken': refusal(400, 'There is already a group with this name.'),
  'own-field-group-in-use': refusal(409, 'This group has active fields. Move them to another group first.'),
  'own-field-currency-required': refusal(400, 'Enter a currency such as INR.'),
  'own-field-currency-fixed': refusal(
    400,
    'The currency of a field never changes. Add another field instead.',
  ),
  'own-field-choices-required': refusal(400, 'Enter at least one choice.'),
  'own-field-choice-missing': refusal(400, 'A choice cannot be removed. Retire it instead.'),
  'own-field-choice-unknown': refusal(400, 'This choice does not exist.'),
  'own-field-choice-twice': refusal(400, 'Two choices have the same name.'),
  'own-field-not-of-type': refusal(400, 'A field of this type cannot have this.'),
  'own-field-asset-name-unknown': refusal(400, 'One of these asset names does not exist.'),
  'own-field-retired': refusal(409, 'This field is retired. Bring it back first.'),
  'own-field-not-retired': refusal(409, 'This field is not retired.'),
  'own-field-values-not-seen': refusal(
    403,
    'Only people with the permission to see these values can choose who sees them.',
  ),
  'own-field-order-outdated': refusal(409, 'The fields have changed in the meantime. Please try again.'),
}
