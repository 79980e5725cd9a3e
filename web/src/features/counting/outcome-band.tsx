import type { ReadClass } from '@ats/contract/inventories/counting.ts'
import { Progress } from '@mantine/core'
import { IconCheck, IconHelp, IconMapPinOff, IconScan } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { counted, formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { classNames } from './class-names.ts'
import classes from './counting.module.css'
import type { LastRead, Outcome, Storing, Tally } from './use-sweep.ts'

const icons: Record<ReadClass, ReactNode> = {
  found: <IconCheck size={56} stroke={2.5} aria-hidden="true" />,
  counted: <IconCheck size={56} stroke={2.5} aria-hidden="true" />,
  elsewhere: <IconMapPinOff size={56} stroke={2} aria-hidden="true" />,
  unknown: <IconHelp size={56} stroke={2} aria-hidden="true" />,
}

/** The last read, legible at arm's length and in sunlight. */
export function OutcomeBand({ outcome, storing }: { outcome: Outcome | null; storing: Storing | null }) {
  if (storing !== null) return <StoringBand {...storing} />
  const is = outcome?.is === 'one' ? outcome.read.class : undefined
  return (
    <div className={classes.band} data-class={is ?? 'none'} role="status" aria-atomic="true">
      {outcome === null && (
        <>
          <IconScan size={56} stroke={1.6} aria-hidden="true" />
          <p className={classes.bandTitle}>{m.count_ready()}</p>
          <p>{m.count_ready_hint()}</p>
        </>
      )}
      {outcome?.is === 'one' && <One read={outcome.read} />}
      {outcome?.is === 'many' && <Many tally={outcome.tally} total={outcome.total} />}
    </div>
  )
}

function StoringBand({ stored, total }: Storing) {
  const text = m.count_storing({ stored: formatNumber(stored), total: formatNumber(total) })
  return (
    <div className={classes.band} data-class="none">
      <p className={classes.bandTitle}>{text}</p>
      <Progress w="100%" maw="24rem" size="xl" value={(100 * stored) / total} aria-label={text} />
    </div>
  )
}

function One({ read }: { read: LastRead }) {
  const { assetName, assetTagId, tag, isNew } = read
  return (
    <>
      {icons[read.class]}
      <p className={classes.bandTitle}>{classNames[read.class]()}</p>
      {assetName !== null && <p className={classes.bandName}>{assetName}</p>}
      <p className={classes.bandTag}>{assetTagId ?? tag}</p>
      <Why read={read} />
      {!isNew && <p className={classes.bandAgain}>{m.count_again()}</p>}
    </>
  )
}

function Why({ read: { class: is, belongsTo, assetName } }: { read: LastRead }) {
  if (is === 'unknown') return <p>{m.count_no_asset()}</p>
  if (is !== 'elsewhere') return null
  if (belongsTo !== null) return <p>{m.count_belongs_to({ place: belongsTo.join(' › ') })}</p>
  return assetName === null ? null : <p>{m.count_not_expected()}</p>
}

function Many({ tally, total }: { tally: Tally; total: number }) {
  const shown = (Object.keys(classNames) as ReadClass[]).filter((is) => tally[is] > 0)
  return (
    <>
      <IconCheck size={56} stroke={2.5} aria-hidden="true" />
      <p className={classes.bandTitle}>{counted(total, m.count_added_one, m.count_added_other)}</p>
      {shown.map((is) => (
        <p key={is}>
          {classNames[is]()}: {formatNumber(tally[is])}
        </p>
      ))}
    </>
  )
}

/** The number of tags per class that this device read here. */
export function TallyRow({ tally, blind }: { tally: Tally; blind: boolean }) {
  const shown: ReadClass[] = blind ? ['counted'] : ['found', 'elsewhere', 'unknown']
  // Without the expected assets, a tag is only 'counted' until the server has responded.
  if (!blind && tally.counted > 0) shown.push('counted')
  return (
    <dl className={classes.tally} aria-label={m.count_tally()}>
      {shown.map((is) => (
        <div key={is} data-class={is}>
          <dt>{classNames[is]()}</dt>
          <dd>{formatNumber(tally[is])}</dd>
        </div>
      ))}
    </dl>
  )
}
