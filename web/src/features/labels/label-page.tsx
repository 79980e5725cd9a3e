import type { CSSProperties } from 'react'
import { QrCode } from '#ui/print/qr-code.tsx'
import { type LabelSheet, marginsOf } from './label-sheets.ts'
import classes from './labels.module.css'

export type Label = { id: string; address: string; name: string; line: string; note: string }

type Props = { sheet: LabelSheet; labels: readonly (Label | null)[] }

/** One A4 page. */
export function LabelPage({ sheet, labels }: Props) {
  const { left, top } = marginsOf(sheet)
  const millimetres = { top, left, width: sheet.width, height: sheet.height, gap: sheet.gap }
  const sizes = Object.entries(millimetres).map(([name, size]) => [`--label-${name}`, `${size}mm`])
  const style = { ...Object.fromEntries(sizes), '--label-columns': sheet.columns } as CSSProperties
  return (
    <ul className={classes.page} style={style} data-small={sheet.height < 30 || undefined}>
      {labels.map((label, at) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: used labels have no other key
        label === null ? <li key={at} aria-hidden="true" /> : <LabelOn key={label.id} label={label} />,
      )}
    </ul>
  )
}

function LabelOn({ label: { address, name, line, note } }: { label: Label }) {
  return (
    <li className={classes.label}>
      <QrCode text={address} label={name} className={classes.qr} forLabels />
      <div className={classes.text}>
        <b>{name}</b>
        <span className={classes.line}>{line}</span>
        <small>{note}</small>
      </div>
    </li>
  )
}
