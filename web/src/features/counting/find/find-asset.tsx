import { useQuery } from '@tanstack/react-query'
import { signal } from '#kernel/device/signals.ts'
import { isUnknown, messageOf } from '#kernel/http/api-error.ts'
import { useScans } from '#kernel/scanner/scans.ts'
import { counted } from '#kernel/words/format.ts'
import { m } from '#texts'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { Moment } from '#ui/text/moment.tsx'
import { CountHeader } from '../count-header.tsx'
import classes from '../counting.module.css'
import { AsOf } from '../inventory-choice.tsx'
import { tagOf } from '../outbox/tags-in-text.ts'
import { ReaderPart } from '../reader/reader-part.tsx'
import { useReaderReads } from '../reader/use-reader-reads.ts'
import { SignalSwitches } from '../signal-switches.tsx'
import { useSignals } from '../use-sweep.ts'
import { useWakeLock } from '../use-wake-lock.ts'
import { Dial } from './dial.tsx'
import own from './find.module.css'
import { type SoughtAsset, soughtAsset } from './find-queries.ts'
import { useHeard, useTicking } from './use-heard.ts'

type Props = { userId: string; assetId: string; isBlind: boolean; onBack: () => void }

/** Leads a person to one asset by the signal of its tag. */
export function FindAsset({ userId, assetId, isBlind, onBack }: Props) {
  const { data, error, refetch } = useQuery(soughtAsset(userId, assetId, isBlind))
  const asset = data?.value
  return (
    <>
      <CountHeader
        title={asset?.assetName ?? m.findit_title()}
        above={asset?.assetTagId}
        back={{ label: m.count_all_inventories(), onBack }}
      >
        <SignalSwitches />
      </CountHeader>
      {data === undefined && error === null && <Loading />}
      {data === undefined && error !== null && (
        <LoadFailed
          text={isUnknown(error) ? m.findit_unknown() : m.findit_failed()}
          detail={isUnknown(error) ? undefined : messageOf(error, '') || undefined}
          onRetry={() => void refetch()}
        />
      )}
      {asset?.tag === null && <p className={classes.nothing}>{m.findit_no_tag()}</p>}
      {asset !== undefined && asset.tag !== null && <Finder key={asset.tag} tag={asset.tag} />}
      {asset !== undefined && <Facts asset={asset} at={data?.at} />}
    </>
  )
}

const isEpc = (tag: string) => /^([0-9A-F]{2})+$/.test(tag)

function Finder({ tag }: { tag: string }) {
  const [signals] = useSignals()
  const heard = useHeard()
  const reads = useReaderReads(
    'find',
    ({ all }) => heard.hear(all.filter(({ epc }) => epc === tag)),
    isEpc(tag) ? [tag] : undefined,
  )
  useScans((code) => {
    const epc = tagOf(code)
    if (epc !== tag) return
    heard.hear([{ epc, at: Date.now() }])
    signal('found', signals)
  })
  useWakeLock()
  const level = heard.level(tag)
  useTicking(level ?? 0, signals)
  const hasSignal = reads.reader?.signal === true
  return (
    <>
      <ReaderPart reads={reads} />
      {hasSignal ? (
        <Dial level={level ?? 0} />
      ) : (
        <Presence count={heard.of(tag)?.count ?? 0} isNow={level === null} />
      )}
    </>
  )
}

/** A reader that types only says that it read the tag, not how near it is. */
function Presence({ count, isNow }: { count: number; isNow: boolean }) {
  return (
    <div className={own.dial} data-near={isNow ? 'here' : 'silent'}>
      <p className={own.nearness} role="status">
        {count === 0 ? m.findit_silent() : counted(count, m.findit_heard_one, m.findit_heard_other)}
      </p>
      <p>{m.findit_presence_only()}</p>
    </div>
  )
}

function Facts({ asset: { place, seen }, at }: { asset: SoughtAsset; at: number | null | undefined }) {
  return (
    <div className={own.facts}>
      <dl>
        <dt>{m.findit_place()}</dt>
        <dd>{place}</dd>
        <dt>{m.findit_seen()}</dt>
        <dd>
          {seen === null ? (
            m.findit_never_seen()
          ) : (
            <>
              {seen.place ?? m.elsewhere_out_of_scope()} · <Moment at={seen.at} as="ago" />
            </>
          )}
        </dd>
      </dl>
      <AsOf at={at} />
    </div>
  )
}
