import type { Inventory } from '@ats/contract/inventories/inventories.ts'
import type { LateRead } from '@ats/contract/inventories/review.ts'
import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import classes from '#features/inventories/inventories.module.css'
import { pathText } from '#features/inventories/inventory-texts.tsx'
import { inventoryLateReads, useDecideLateReads } from '#features/inventories/review/review-queries.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import { counted, formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { Moment } from '#ui/text/moment.tsx'
import { toast } from '#ui/toast/toast.ts'

type Props = { inventory: Inventory }

/** Reads that arrived after counting ended and need a decision. */
export function LateReads({ inventory }: Props) {
  const { data, error, refetch } = useQuery(inventoryLateReads(inventory._id))
  const decide = useDecideLateReads(inventory._id)
  if (error !== null)
    return <LoadFailed text={messageOf(error, m.inventory_late_failed())} onRetry={() => void refetch()} />
  if (data === undefined) return <Loading />
  const waiting = data.filter(({ included }) => included === null)
  const run = async (ids: string[], include: boolean) => {
    try {
      const { done } = await decide({ ids, include })
      const count = formatNumber(done)
      toast.success(include ? m.inventory_late_included({ count }) : m.inventory_late_left_out({ count }))
    } catch (failure) {
      toast.failure(m.inventory_late_decide_failed(), messageOf(failure, ''))
    }
  }
  return (
    <section aria-labelledby="late-reads">
      <h2 id="late-reads" className={classes.heading}>
        {m.inventory_late_title()}
      </h2>
      <Text size="sm">{m.inventory_late_text()}</Text>
      <ul className={classes.devices}>
        {waiting.map((late) => (
          <Late
            key={late._id}
            late={late}
            decide={inventory.manages ? (include) => void run([late._id], include) : undefined}
          />
        ))}
      </ul>
      {inventory.manages && waiting.length > 1 && (
        <Decision
          of={m.inventory_late_all()}
          decide={(include) =>
            void run(
              waiting.map(({ _id }) => _id),
              include,
            )
          }
        />
      )}
    </section>
  )
}

function Late({ late, decide }: { late: LateRead; decide: ((include: boolean) => void) | undefined }) {
  const { user, device, placeNames, kind, tags, label, seenAt, receivedAt } = late
  const what =
    kind === 'photo' ? m.inventory_late_photo() : counted(tags, m.inventory_late_tag, m.inventory_late_tags)
  return (
    <li>
      <strong>{user}</strong>
      <span>{device}</span>
      {placeNames.length > 0 && <span>{pathText(placeNames)}</span>}
      <span>{label ? `${what}: ${label}` : what}</span>
      <span className={classes.quiet}>
        <Moment at={seenAt ?? receivedAt} />
      </span>
      {decide !== undefined && <Decision of={`${device} · ${user}`} decide={decide} />}
    </li>
  )
}

function Decision({ of, decide }: { of: string; decide: (include: boolean) => void }) {
  return (
    <span className={classes.decision}>
      <Button size="compact-sm" aria-label={m.inventory_late_include_of({ of })} onClick={() => decide(true)}>
        {m.inventory_late_include()}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={m.inventory_late_leave_out_of({ of })}
        onClick={() => decide(false)}
      >
        {m.inventory_late_leave_out()}
      </Button>
    </span>
  )
}
