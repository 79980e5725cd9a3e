import { refusal } from './refusal.ts'

export const coverRefusals = {
  'cover-not-found': refusal(404, 'Cover not found.'),
  'cover-needs-all-assets': refusal(
    403,
    'This cover also has assets outside your places. Only people who see all of its assets can change it.',
  ),
  'cover-period-reversed': refusal(400, 'The last day must not be before the first day.'),
  'cover-end-not-earlier': refusal(400, 'Choose a day before the present end.'),
  'cover-has-assets': refusal(409, 'A cover with assets cannot be deleted. End or cancel it instead.'),
  'cover-has-neighbours': refusal(409, 'A cover that was renewed cannot be deleted. Cancel it instead.'),
  'cover-is-cancelled': refusal(409, 'This cover is cancelled.'),
  'cover-renewed-before': refusal(409, 'This cover is already renewed.'),
  'cover-renewal-overlaps': refusal(400, 'The next period must start after {day}, the end of this one.'),
  'vendor-unknown': refusal(400, 'This vendor does not exist.'),
}
