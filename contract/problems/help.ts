import { refusal } from './refusal.ts'

export const helpRefusals = {
  'help-request-not-found': refusal(404, 'Help request not found.'),
  'help-request-closed': refusal(409, 'The request is closed. Reopen it to write more.'),
  'help-request-open': refusal(409, 'The request is already open.'),
}
