import type { ReactNode } from 'react'
import { placePath } from '#features/assets/asset-place.ts'
import type { ShownAsset } from '#features/assets/asset-queries.ts'
import { formatDate } from '#kernel/format.ts'
import { m } from '#texts'
import { CopyId } from '#ui/copy-id.tsx'
import { Moment } from '#ui/moment.tsx'
import classes from './asset-panel.module.css'

/** What every asset has a word for stands always; the rest only where it is known. */
export function AssetDetails({ asset }: { asset: ShownAsset }) {
  const { rentalStartDate } = asset
  const facts: [string, ReactNode][] = [
    [m.assets_assigned_user(), asset.assignedUser?.name ?? m.common_not_given()],
    [m.assets_brand(), asset.brand],
    [m.assets_model(), asset.model],
    [m.assets_serial_no(), asset.serialNo && <CopyId id={asset.serialNo} show={asset.serialNo.length} />],
    [m.assets_vendor(), asset.vendor],
    [m.assets_rental_start(), rentalStartDate && formatDate(rentalStartDate)],
    [m.assets_rental_period(), asset.rentalPeriod],
    [m.assets_registered_at(), <Moment key="at" at={asset.registeredAt} />],
    [m.assets_created_by(), asset.createdBy],
  ]
  return (
    <section aria-labelledby="asset-details">
      <h3 id="asset-details" className={classes.heading}>
        {m.assets_details()}
      </h3>
      <dl className={classes.facts}>
        <div data-wide>
          <dt>{m.assets_location()}</dt>
          <dd>{placePath(asset)}</dd>
        </div>
        {facts
          .filter(([, value]) => value !== null && value !== '')
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  )
}
