import { refusal } from './refusal.ts'

export const webhookRefusals = {
  'webhook-not-found': refusal(404, 'Webhook not found.'),
  'webhook-name-taken': refusal(400, 'You already have a webhook with this name.'),
  'webhooks-too-many': refusal(409, 'You already have {most} webhooks. Please delete one first.'),
  'webhook-address-not-allowed': refusal(400, 'This server does not send webhooks to this address.'),
  'webhook-needs-https': refusal(400, 'Use an address that starts with https://.'),
  'webhook-paused': refusal(409, 'The webhook is paused. Resume it first.'),
  'webhook-replay-running': refusal(409, 'A replay of this webhook is still running.'),
  'webhook-tests-too-often': refusal(429, 'Please wait before you send another test.'),
  'delivery-not-found': refusal(404, 'Delivery not found.'),
}
