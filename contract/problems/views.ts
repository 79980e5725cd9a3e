import { refusal } from './refusal.ts'

export const viewRefusals = {
  'view-not-found': refusal(404, 'Saved view not found.'),
  'view-name-taken': refusal(400, 'You already have a view of this list with this name.'),
  'views-too-many': refusal(409, 'You already have {most} saved views. Please delete one first.'),
  'view-time-zone-unknown': refusal(400, 'This time zone does not exist.'),
  'view-screen-lost': refusal(403, 'You may no longer open this list.'),
}
