import type {
  Delivery,
  DeliveryFailure,
  DeliveryStatus,
  Webhook,
  WebhookState,
} from '@ats/contract/webhooks.ts'
import { actionName, kindName } from '#features/audit/audit.tsx'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { type JobStatus, StatusBadge } from '#ui/jobs/job-list.tsx'

export const states: Record<WebhookState, JobStatus> = {
  active: { text: m.webhooks_state_active, color: 'teal' },
  paused: { text: m.webhooks_state_paused, color: 'gray' },
  failing: { text: m.webhooks_state_failing, color: 'red' },
}

const means: Record<WebhookState, () => string> = {
  active: m.webhooks_means_active,
  paused: m.webhooks_means_paused,
  failing: m.webhooks_means_failing,
}

/** What the state means, and what to do. */
export const stateMeans = ({ state, heldUntil }: Webhook) =>
  state === 'active' && heldUntil !== null ? m.webhooks_means_held() : means[state]()

const statuses: Record<DeliveryStatus, JobStatus> = {
  pending: { text: m.webhooks_delivery_pending, color: 'blue' },
  delivered: { text: m.webhooks_delivery_delivered, color: 'teal' },
  failed: { text: m.webhooks_delivery_failed, color: 'red' },
  skipped: { text: m.webhooks_delivery_skipped, color: 'gray' },
}
export const DeliveryBadge = ({ status }: { status: DeliveryStatus }) => (
  <StatusBadge status={statuses[status]} />
)
export const deliveryText = (status: DeliveryStatus) => statuses[status].text()

const failures: Record<DeliveryFailure, (given: { code: string }) => string> = {
  status: m.webhooks_failure_status,
  redirect: m.webhooks_failure_redirect,
  timeout: m.webhooks_failure_timeout,
  unreachable: m.webhooks_failure_unreachable,
  'name-unknown': m.webhooks_failure_name_unknown,
  'address-not-allowed': m.webhooks_failure_address,
  certificate: m.webhooks_failure_certificate,
  'secret-unreadable': m.webhooks_failure_secret,
}

/** 'Status 200' or why there was none; empty before the first attempt. */
export function outcomeText({ code, failure }: Pick<Delivery, 'code' | 'failure'>) {
  const status = code === null ? '' : String(code)
  if (failure !== null) return failures[failure]({ code: status })
  return code === null ? '' : m.webhooks_outcome({ code: status })
}

export const durationText = ({ durationMs }: Pick<Delivery, 'durationMs'>) =>
  durationMs === null ? '' : m.webhooks_milliseconds({ count: formatNumber(durationMs) })

/** A kind of record, or one action. */
export const topicText = (topic: string) =>
  topic.includes('.') ? actionName(topic) : m.webhooks_topic_all({ kind: kindName(topic) })
