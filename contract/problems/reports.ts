import { refusal } from './refusal.ts'

export const reportRefusals = {
  'too-many-places': refusal(400, 'Choose a place: there are more than {most} places of this level.'),
  'days-reversed': refusal(400, 'The last day is before the first one.'),
}
