import type { LiveRead } from '@ats/contract/readers.ts'
import { VisuallyHidden } from '@mantine/core'
import { antennaText, pathText } from '#features/readers/reader-texts.tsx'
import classes from '#features/readers/readers.module.css'
import { useCity } from '#kernel/address/location.ts'
import { m } from '#texts'
import { PanelLink } from '#ui/dialog/panel-link.tsx'
import { CopyId } from '#ui/text/copy-id.tsx'
import { AnchorLink } from '#ui/text/link.tsx'
import { Moment } from '#ui/text/moment.tsx'

type Props = { reads: LiveRead[]; label: string; withReader?: boolean }

/** Each tag once, with its latest read: a tag in view is read repeatedly. */
const latestOfEach = (reads: LiveRead[]) => [
  ...new Map(
    reads.toReversed().map((read) => [`${read.tag} ${read.readerId} ${read.antenna}`, read]),
  ).values(),
]

const newestFirst = (one: LiveRead, other: LiveRead) => other.readAt.localeCompare(one.readAt)

/** The current reads of antennas, with the names of assets and rooms. */
export function ReadsTable({ reads, label, withReader = false }: Props) {
  return (
    <ul className={classes.reads} aria-label={label}>
      {latestOfEach(reads)
        .sort(newestFirst)
        .map((read) => (
          <li key={`${read.tag} ${read.readerId} ${read.antenna}`} data-idle={!read.counts || undefined}>
            <div>
              <What read={read} />
            </div>
            <div>
              <Where read={read} />
              {withReader && <span className={classes.quiet}>{readerOf(read)}</span>}
              {!withReader && <span className={classes.quiet}>{antennaText(read.antenna)}</span>}
            </div>
            <div className={classes.when}>
              <Moment at={read.readAt} as="ago" />
              {read.rssi !== null && <span className={classes.quiet}>{read.rssi} dBm</span>}
            </div>
          </li>
        ))}
    </ul>
  )
}

const readerOf = ({ reader, antenna }: LiveRead) => `${reader} · ${antennaText(antenna)}`

function What({ read: { asset, tag } }: { read: LiveRead }) {
  const city = useCity()
  if (asset === null)
    return (
      <>
        <CopyId id={tag} show={24} />
        <AnchorLink
          to="/dashboard/$location/unknown-tags"
          params={{ location: city }}
          search={{ search: tag }}
          className={classes.quiet ?? ''}
          inherit
        >
          {m.live_unknown()}
        </AnchorLink>
      </>
    )
  return (
    <>
      <PanelLink id={asset._id} fw={600} inherit>
        {asset.assetName} <VisuallyHidden>{asset.assetTagId}</VisuallyHidden>
      </PanelLink>
      <span className={classes.quiet} aria-hidden="true">
        {asset.assetTagId}
      </span>
    </>
  )
}

function Where({ read: { placeNames, counts } }: { read: LiveRead }) {
  if (placeNames === null) return <span>{m.live_no_place()}</span>
  return (
    <span>
      {pathText(placeNames)}
      {!counts && ` · ${m.live_weak()}`}
    </span>
  )
}
