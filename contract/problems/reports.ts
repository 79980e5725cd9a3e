import { refusal } from './refusal.ts'

export const reportRefusals = {
  'days-reversed': refusal(400, 'The last day is before the first one.'),
}
