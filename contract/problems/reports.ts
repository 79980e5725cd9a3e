import { refusal } from './refusal.ts'

export const reportRefusals = {
  'too-many-places': refusal(400, 'Choose a place. This level has more than {most} places.'),
  'days-reversed': refusal(400, 'The last day is before the first day.'),
}
