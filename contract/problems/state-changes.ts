import { outcome, refusal } from './refusal.ts'

export const stateChangeRefusals = {
  'request-not-found': refusal(404, 'Request not found.'),
  'request-pending': refusal(409, 'This asset already has a pending request.'),
  'request-same-state': refusal(409, 'The asset is already in this state.'),
  'request-own': refusal(403, 'Somebody else has to decide your own request.'),
  'request-of-someone-else': refusal(403, 'Only the person who made the request can cancel it.'),
  'request-accepted': refusal(409, 'The request was already accepted.'),
  'request-denied': refusal(409, 'The request was already denied.'),
  'request-cancelled': refusal(409, 'The request was cancelled.'),
  'request-stale': refusal(409, 'The asset was changed in the meantime, so the request is outdated.'),
  'request-undecided': refusal(409, 'The request is not decided yet.'),
  'decision-of-someone-else': refusal(403, 'Only the person who decided can undo it.'),
  'decision-too-old': refusal(409, 'A decision can be undone for {minutes} minutes.'),
  'decision-overtaken': refusal(409, 'The asset was changed or has a new request in the meantime.'),
  requested: outcome('Requested.'),
  accepted: outcome('Accepted.'),
  denied: outcome('Denied.'),
  cancelled: outcome('Cancelled.'),
  undone: outcome('Undone.'),
}
