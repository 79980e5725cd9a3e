import { placeAddress } from '@ats/contract/place-address.ts'
import type { Place } from '@ats/contract/places.ts'
import type { CSSProperties } from 'react'
import { placeKindNames } from '#features/places/places.ts'
import { QrCode } from '#ui/print/qr-code.tsx'
import { type LabelSheet, marginsOf } from './label-sheets.ts'
import classes from './labels.module.css'

type Props = { sheet: LabelSheet; labels: readonly (Place | null)[] }

/** One A4 page. */
export function LabelPage({ sheet, labels }: Props) {
  const { left, top } = marginsOf(sheet)
  const millimetres = { top, left, width: sheet.width, height: sheet.height, gap: sheet.gap }
  const sizes = Object.entries(millimetres).map(([name, size]) => [`--label-${name}`, `${size}mm`])
  const style = { ...Object.fromEntries(sizes), '--label-columns': sheet.columns } as CSSProperties
  return (
    <ul className={classes.page} style={style} data-small={sheet.height < 30 || undefined}>
      {labels.map((place, at) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: used labels have no other key
        place === null ? <li key={at} aria-hidden="true" /> : <Label key={place._id} place={place} />,
      )}
    </ul>
  )
}

function Label({ place: { _id, kind, name, names } }: { place: Place }) {
  return (
    <li className={classes.label}>
      <QrCode
        text={placeAddress(globalThis.location.origin, _id)}
        label={name}
        className={classes.qr}
        forLabels
      />
      <div className={classes.text}>
        <b>{name}</b>
        <span className={classes.above}>{names.slice(0, -1).toReversed().join(' · ')}</span>
        <small>{placeKindNames[kind]()}</small>
      </div>
    </li>
  )
}
