import { outcome, refusal } from './refusal.ts'

export const stateChangeRefusals = {
  'request-not-found': refusal(404, 'Request not found'),
  'request-pending': refusal(409, 'A request for this asset is pending already.'),
  'request-same-state': refusal(409, 'The asset is in this state already.'),
  'request-own': refusal(403, 'Someone else has to decide your own request.'),
  'request-of-someone-else': refusal(403, 'Only whoever asked for it can cancel it.'),
  'request-accepted': refusal(409, 'It was accepted already.'),
  'request-denied': refusal(409, 'It was denied already.'),
  'request-cancelled': refusal(409, 'It was cancelled.'),
  'request-stale': refusal(409, 'The asset changed meanwhile, so the request is stale.'),
  'request-undecided': refusal(409, 'It is not decided.'),
  'decision-of-someone-else': refusal(403, 'Only whoever decided it can undo it.'),
  'decision-too-old': refusal(409, 'A decision can be undone for {minutes} minutes.'),
  'decision-overtaken': refusal(409, 'The asset was changed or asked for again meanwhile.'),
  requested: outcome('Requested.'),
  accepted: outcome('Accepted.'),
  denied: outcome('Denied.'),
  cancelled: outcome('Cancelled.'),
  undone: outcome('Undone.'),
}
