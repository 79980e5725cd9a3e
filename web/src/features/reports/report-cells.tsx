import { assetReaders } from '@ats/contract/permissions.ts'
import { AssetState } from '#features/assets/assets.ts'
import { useHolds } from '#kernel/address/screen.ts'
import { formatDate } from '#kernel/words/format.ts'
import { m } from '#texts'
import { PanelLink } from '#ui/dialog/panel-link.tsx'
import { PlaceText } from '#ui/text/cell.tsx'
import { CopyId } from '#ui/text/copy-id.tsx'
import { Moment } from '#ui/text/moment.tsx'
import classes from './report.module.css'

export const orNotGiven = (text: string | null) => text ?? m.common_not_given()
export const dayOrNotGiven = (day: string | null) => (day === null ? m.common_not_given() : formatDate(day))
export const moment = (at: string) => <Moment at={at} />
export const state = (name: string) => <AssetState state={name} />

export const path = (text: string) => <PlaceText path={text} />

/** A code that a click copies; of a long one, the last characters distinguish it. */
export const code = (text: string | null, show?: number) =>
  text === null ? (
    m.common_not_given()
  ) : (
    <span className={classes.code}>
      <CopyId id={text} show={show ?? text.length} />
    </span>
  )

/** A link to the asset's panel, for people who may open it. */
export function AssetName({ id, name }: { id: string; name: string }) {
  const opens = useHolds(assetReaders)
  return opens ? (
    <PanelLink id={id} inherit>
      {name}
    </PanelLink>
  ) : (
    name
  )
}
