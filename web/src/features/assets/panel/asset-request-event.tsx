import type { Asset } from '@ats/contract/assets/assets.ts'
import type { AssetEvent } from '@ats/contract/assets/history.ts'
import { IconArrowRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useHolds } from '#kernel/address/screen.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { shownName } from '#kernel/words/seeded-names.ts'
import { m } from '#texts'
import { PanelLink } from '#ui/dialog/panel-link.tsx'
import classes from './asset-panel.module.css'
import { PictureButton } from './asset-picture.tsx'
import { PictureZoom } from './asset-picture-zoom.tsx'

type Props = { event: AssetEvent; request: NonNullable<AssetEvent['request']>; asset: Asset }

/**
 * The requested state; with reason and photo in the event of the request, with the note in the event of the
 * decision.
 */
export function RequestEvent({ event: { action }, request, asset }: Props) {
  const [isZoomed, setZoomed] = useState(false)
  const manages = useHolds('manage-asset')
  const title = m.requests_panel_title({ id: formatNumber(request.id) })
  const isAsked = action === 'state-change.requested'
  const { currentState, newState, reason, note, thumbnail, createdBy } = request
  return (
    <div className={classes.request}>
      <div>
        {shownName(currentState)}
        <IconArrowRight size={14} role="img" aria-label={m.requests_becomes()} />
        <strong>{shownName(newState)}</strong>
        {manages ? (
          <PanelLink id={request._id} panel="request" inherit>
            {title}
          </PanelLink>
        ) : (
          title
        )}
      </div>
      {!isAsked && (
        <div>
          <span className={classes.field}>{m.requests_asked_by()}</span>
          {createdBy}
        </div>
      )}
      {isAsked && <blockquote>{reason}</blockquote>}
      {note !== null && <blockquote>{note}</blockquote>}
      {isAsked && thumbnail !== null && (
        <PictureButton address={thumbnail} name={asset.assetName} onClick={() => setZoomed(true)} />
      )}
      {isZoomed && (
        <PictureZoom asset={{ ...asset, image: request.image }} onClose={() => setZoomed(false)} />
      )}
    </div>
  )
}
