import { type Delivery, type DeliveryStatus, deliveryStatuses, type Webhook } from '@ats/contract/webhooks.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { actionName } from '#features/audit/audit.tsx'
import { useUrlState } from '#kernel/address/url-state.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { ChoiceFilter } from '#ui/table/choice-filter.tsx'
import type { Column, Filter, FilterInput } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { Moment } from '#ui/text/moment.tsx'
import { toast } from '#ui/toast/toast.ts'
import { deliveryList, deliveryListFilter, useRepeat } from './webhook-queries.ts'
import { DeliveryBadge, deliveryText, durationText, outcomeText } from './webhook-texts.tsx'
import classes from './webhooks.module.css'

const filters: Filter<'status'>[] = [
  {
    name: 'status',
    label: m.webhooks_delivery_status,
    Input: StatusInput,
    Value: ({ value }) => deliveryText(value as DeliveryStatus),
  },
]

const facts: Column<Delivery>[] = [
  {
    id: 'action',
    header: m.webhooks_delivery_entry,
    cell: ({ action, eventId }) => `${actionName(action)} · ${eventId}`,
    hidden: 'never',
    card: 'title',
  },
  { id: 'at', header: m.webhooks_delivery_at, cell: ({ at }) => <Moment at={at} /> },
  {
    id: 'status',
    header: m.webhooks_delivery_status,
    cell: ({ status }) => <DeliveryBadge status={status} />,
  },
  { id: 'outcome', header: m.webhooks_delivery_outcome, cell: outcomeText },
  { id: 'tries', header: m.webhooks_delivery_tries, cell: ({ tries }) => formatNumber(tries), align: 'end' },
  { id: 'duration', header: m.webhooks_delivery_duration, cell: durationText, align: 'end' },
  {
    id: 'next',
    header: m.webhooks_delivery_next,
    cell: ({ nextAt }) => (nextAt === null ? '' : <Moment at={nextAt} />),
  },
]

/** What waits and what was sent recently; the owner can send an entry again. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const list = useUrlState(deliveryListFilter)
  const query = useQuery(deliveryList(webhook.id, list[0]))
  const mayRepeat = webhook.mine && webhook.state !== 'paused'
  const repeat = useRepeatStep(webhook.id)
  const columns = useMemo(() => (mayRepeat ? [...facts, repeatColumn(repeat)] : facts), [mayRepeat, repeat])
  return (
    <div>
      <h2 className={classes.heading}>{m.webhooks_deliveries()}</h2>
      <DataTable
        name="webhook-deliveries"
        label={m.webhooks_deliveries()}
        query={query}
        columns={columns}
        rowId={({ eventId }) => String(eventId)}
        list={list}
        options={{
          filters,
          footer: 'report',
          empty: list[2] === undefined ? m.webhooks_deliveries_none() : undefined,
          failed: () => m.webhooks_failed(),
        }}
      />
    </div>
  )
}

const repeatColumn = (repeat: (eventId: number) => Promise<void>): Column<Delivery> => ({
  id: 'repeat',
  header: m.webhooks_repeat,
  cell: ({ eventId, status }) =>
    status !== 'pending' && (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={m.webhooks_repeat_named({ entry: String(eventId) })}
        onClick={() => void repeat(eventId)}
      >
        {m.webhooks_repeat()}
      </Button>
    ),
  card: 'actions',
})

function useRepeatStep(id: string) {
  const repeat = useRepeat(id)
  return useMemo(
    () => async (eventId: number) => {
      try {
        await repeat(eventId)
        toast.success(m.webhooks_repeated())
      } catch (error) {
        toast.failure(m.webhooks_step_failed(), messageOf(error, m.error_unexpected()))
      }
    },
    [repeat],
  )
}

function StatusInput({ filter: _, ...input }: FilterInput) {
  const choices = deliveryStatuses.map((status) => ({ value: status, label: deliveryText(status) }))
  return <ChoiceFilter {...input} any={m.webhooks_delivery_any()} choices={choices} />
}
