import { outcome, refusal } from './refusal.ts'

export const readerRefusals = {
  'reader-not-found': refusal(404, 'Reader not found'),
  'reader-name-taken': refusal(409, 'There is a reader of this name in this place already.'),
  'reader-point-outside': refusal(
    400,
    'An antenna can only look into a room within the place of its reader.',
  ),
  'dead-letter-not-found': refusal(404, 'Message not found'),
  'sighting-not-found': refusal(404, 'It is not seen elsewhere any more.'),
  'sighting-out-of-scope': refusal(403, 'It was seen in a place that you cannot see.'),
  replaying: outcome('It is tried again.'),
  discarded: outcome('Thrown away.'),
  'moved-here': outcome('Registered where it was seen.'),
}
