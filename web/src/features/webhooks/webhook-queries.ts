import {
  type DeliveryFilter,
  deliveryFilter,
  type NewWebhook,
  type WebhookChange,
  type WebhookReplay,
  webhooks,
} from '@ats/contract/webhooks.ts'
import { tableSize } from '#kernel/address/url-state.ts'
import { listQuery, query } from '#kernel/http/query.ts'
import { useChange } from '#kernel/http/use-change.ts'

/** Attempts create no ledger entries, so the live stream does not announce them: these queries poll. */
const refetchInterval = 5_000

export const webhookList = query(webhooks.list, {}, { select: (reply) => reply.webhooks, refetchInterval })

export const webhookById = (id: string) => query(webhooks.get, { params: { id } }, { refetchInterval })

export const deliveryListFilter = deliveryFilter.extend(tableSize)

export const deliveryList = (id: string, filter: Partial<DeliveryFilter>) =>
  listQuery(webhooks.deliveries, { params: { id }, query: filter }, { refetchInterval })

const inBackground = { inBackground: true }

export const useCreateWebhook = () =>
  useChange(webhooks.create, (body: NewWebhook) => ({ body }), inBackground).mutateAsync

export const useChangeWebhook = (id: string) =>
  useChange(webhooks.change, (body: WebhookChange) => ({ params: { id }, body }), inBackground).mutateAsync

export const useDeleteWebhook = (id: string) =>
  useChange(webhooks.remove, () => ({ params: { id } }), inBackground).mutateAsync

export const useRotateSecret = (id: string) =>
  useChange(webhooks.rotate, () => ({ params: { id } }), inBackground).mutateAsync

export const useSendTest = (id: string) =>
  useChange(webhooks.test, () => ({ params: { id } }), inBackground).mutateAsync

export const useReplayEntries = (id: string) =>
  useChange(webhooks.replay, (body: WebhookReplay) => ({ params: { id }, body }), inBackground).mutateAsync

export const useRepeat = (id: string) =>
  useChange(webhooks.repeat, (eventId: number) => ({ params: { id, eventId } })).mutateAsync
