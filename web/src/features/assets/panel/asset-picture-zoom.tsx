import type { Asset } from '@ats/contract/assets/assets.ts'
import { Modal, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { assetTitle } from '#features/assets/asset-place.ts'
import { picture } from '#kernel/picture.ts'
import { m } from '#texts'
import { useBlobUrl } from '#ui/blob-url.ts'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Loading } from '#ui/loading.tsx'
import { useReturnFocus } from '#ui/return-focus.ts'
import classes from './asset-picture.module.css'

type Pictured = Pick<Asset, 'image' | 'assetName' | 'assetTagId'>

/** The picture over everything else; any click or Esc closes it. */
export function PictureZoom({ asset, onClose }: { asset: Pictured; onClose: () => void }) {
  useReturnFocus()
  const { data, isError, refetch } = useQuery(picture(asset.image))
  const url = useBlobUrl(data)
  const name = assetTitle(asset)
  return (
    <Modal
      opened
      onClose={onClose}
      size="auto"
      zIndex={400}
      title={name}
      closeButtonProps={{ 'aria-label': m.common_close() }}
      overlayProps={{ backgroundOpacity: 0.75 }}
      transitionProps={{ duration: 0 }}
    >
      {isError && <LoadFailed text={m.assets_image_failed()} onRetry={() => void refetch()} />}
      {!isError && url === undefined && <Loading />}
      {url !== undefined && <img className={classes.large} src={url} alt={m.assets_image_of({ name })} />}
      {asset.image === null && <Text c="dimmed">{m.image_none()}</Text>}
    </Modal>
  )
}
