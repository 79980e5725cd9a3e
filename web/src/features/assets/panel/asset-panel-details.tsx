import { type DetailField, detailNames } from '@ats/contract/assets/fields.ts'
import type { ReactNode } from 'react'
import { placePath } from '#features/assets/asset-place.ts'
import type { ShownAsset } from '#features/assets/asset-queries.ts'
import { RoomPlanLink } from '#features/floors/floors.ts'
import { fieldLabels, fieldText } from '#kernel/words/asset-labels.ts'
import { m } from '#texts'
import { CopyHiddenId, CopyId } from '#ui/text/copy-id.tsx'
import { Moment } from '#ui/text/moment.tsx'
import classes from './asset-panel.module.css'

/** Serial numbers are often needed elsewhere, so they can be copied. */
function detailOf(asset: ShownAsset, name: DetailField) {
  const text = asset[name]
  if (!text) return null
  return name === 'serialNo' ? <CopyId id={text} show={text.length} /> : fieldText(name, text)
}

/** Standard facts are always shown, optional ones only if they have a value. */
export function AssetDetails({ asset }: { asset: ShownAsset }) {
  const facts: [string, ReactNode][] = [
    [m.assets_assigned_user(), asset.assignedUser?.name ?? m.common_not_given()],
    ...detailNames.map((name): [string, ReactNode] => [fieldLabels[name](), detailOf(asset, name)]),
    [m.assets_registered_at(), <Moment key="at" at={asset.registeredAt} />],
    [m.assets_created_by(), asset.createdBy],
    [m.assets_record_id(), <CopyHiddenId key="id" id={asset._id} label={m.assets_record_id_copy()} />],
  ]
  return (
    <section aria-labelledby="asset-details">
      <h3 id="asset-details" className={classes.heading}>
        {m.assets_details()}
      </h3>
      <dl className={classes.facts}>
        <div data-wide>
          <dt>{m.assets_location()}</dt>
          <dd>
            {placePath(asset)}
            <RoomPlanLink placeId={asset.placeId} />
          </dd>
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
