import type { Asset } from '@ats/contract/assets/assets.ts'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { assetTitle } from '#features/assets/asset-place.ts'
import { picture } from '#kernel/http/picture.ts'
import { m } from '#texts'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { useBlobUrl } from '#ui/lazy/blob-url.ts'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import classes from './asset-picture.module.css'

type Pictured = Pick<Asset, 'image' | 'assetName' | 'assetTagId'>

/** The full-size image above everything else; any click or Esc closes it. */
export function PictureZoom({ asset, onClose }: { asset: Pictured; onClose: () => void }) {
  const { data, isError, refetch } = useQuery(picture(asset.image))
  const url = useBlobUrl(data)
  const name = assetTitle(asset)
  return (
    <Dialog
      onClose={onClose}
      size="auto"
      zIndex={400}
      title={name}
      overlayProps={{ backgroundOpacity: 0.75 }}
    >
      {isError && <LoadFailed text={m.assets_image_failed()} onRetry={() => void refetch()} />}
      {!isError && url === undefined && <Loading />}
      {url !== undefined && <img className={classes.large} src={url} alt={m.assets_image_of({ name })} />}
      {asset.image === null && <Text c="dimmed">{m.image_none()}</Text>}
    </Dialog>
  )
}
