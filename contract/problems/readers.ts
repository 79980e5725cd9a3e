import { outcome, refusal } from './refusal.ts'

export const readerRefusals = {
  'reader-not-found': refusal(404, 'Reader not found.'),
  'reader-name-taken': refusal(409, 'This place already has a reader with this name.'),
  'reader-point-outside': refusal(400, 'An antenna can only look into a room in the place of its reader.'),
  'dead-letter-not-found': refusal(404, 'Message not found.'),
  'sighting-not-found': refusal(404, 'The asset is no longer seen elsewhere.'),
  'sighting-out-of-scope': refusal(403, 'The asset was seen in a place you cannot see.'),
  replaying: outcome('Trying again.'),
  discarded: outcome('Discarded.'),
  'moved-here': outcome('Registered where it was seen.'),
}
