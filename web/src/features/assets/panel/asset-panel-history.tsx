import type { Asset } from '@ats/contract/assets/assets.ts'
import type { AssetEvent } from '@ats/contract/assets/history.ts'
import { keyOfOwnFact } from '@ats/contract/own-fields/types.ts'
import { IconArrowRight } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { historyOf } from '#features/assets/asset-queries.ts'
import { Archived, AuditLink } from '#features/audit/audit.tsx'
import { everyOwnField, ownChanges } from '#features/own-fields/own-fields.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { MoreButton } from '#ui/page/more-button.tsx'
import { Moment } from '#ui/text/moment.tsx'
import { type ChangedFact, changedFacts, eventName } from './asset-events.ts'
import classes from './asset-panel.module.css'
import { RequestEvent } from './asset-request-event.tsx'

export function AssetHistory({ asset }: { asset: Asset }) {
  const id = asset._id
  const query = useInfiniteQuery(historyOf(id))
  const events = query.data?.pages.flatMap((page) => page.events) ?? []
  const own = useOwnChanges(query.data?.pages ?? [])
  return (
    <section aria-labelledby="asset-history">
      <h3 id="asset-history" className={classes.heading}>
        {m.assets_history()}
      </h3>
      {query.isPending && <Loading />}
      {query.isError && (
        <LoadFailed
          text={m.assets_history_failed()}
          detail={messageOf(query.error, '') || undefined}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isSuccess && events.length === 0 && <p className={classes.quiet}>{m.assets_history_none()}</p>}
      <ol className={classes.events}>
        {events.map((event) => (
          <Event key={event.id} event={event} asset={asset} own={own(event)} />
        ))}
      </ol>
      <MoreButton query={query} text={m.assets_history_more()} size="xs" />
      {!query.hasNextPage && <Archived of="events" />}
      <AuditLink search={{ recordKind: 'asset', recordId: id }} />
    </section>
  )
}

type Pages = readonly { events: AssetEvent[]; ownTexts: Record<string, string> }[]

/** The changed values of the organisation's fields in an entry; the fields are loaded if an entry has any. */
function useOwnChanges(pages: Pages) {
  const facts = pages.flatMap(({ events }) => events.flatMap(({ before, after }) => [before, after]))
  const enabled = facts.some((one) => Object.keys(one ?? {}).some((fact) => keyOfOwnFact(fact) !== undefined))
  const { data: fields = [] } = useQuery({ ...everyOwnField(), enabled })
  const texts = Object.assign({}, ...pages.map(({ ownTexts }) => ownTexts)) as Record<string, string>
  return (event: AssetEvent): ChangedFact[] => ownChanges(event, fields, texts)
}

type EventProps = { event: AssetEvent; asset: Asset; own: ChangedFact[] }

function Event({ event, asset, own }: EventProps) {
  return (
    <li data-action={event.action}>
      <div className={classes.eventHead}>
        <strong>{eventName(event.action)}</strong>
        <span className={classes.quiet}>
          {event.by ?? m.assets_event_by_system()} · <Moment at={event.at} />
        </span>
      </div>
      {event.request !== null && <RequestEvent event={event} request={event.request} asset={asset} />}
      <ul className={classes.changes}>
        {[...changedFacts(event), ...own].map((fact) => (
          <Change key={fact.label} fact={fact} />
        ))}
      </ul>
    </li>
  )
}

function Change({ fact: { label, before, after } }: { fact: ChangedFact }) {
  return (
    <li>
      <span className={classes.field}>{label}</span>
      {before !== undefined && (
        <>
          <del>{before}</del>
          <IconArrowRight size={14} role="img" aria-label={m.assets_is_now()} />
        </>
      )}
      <ins>{after}</ins>
    </li>
  )
}
