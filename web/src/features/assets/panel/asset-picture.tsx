import type { Asset } from '@ats/contract/assets/assets.ts'
import { Skeleton, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { assetTitle } from '#features/assets/asset-place.ts'
import { useAssetActions } from '#features/assets/list/asset-actions.ts'
import { picture } from '#kernel/http/picture.ts'
import { m } from '#texts'
import { useBlobUrl } from '#ui/lazy/blob-url.ts'
import classes from './asset-picture.module.css'

type Size = 'small' | 'large'

/** The asset's image; a click enlarges it. */
export function AssetPicture({ asset, size = 'small' }: { asset: Asset; size?: Size }) {
  const { zoom } = useAssetActions()
  return (
    <PictureButton
      address={size === 'small' ? asset.thumbnail : asset.image}
      size={size}
      name={assetTitle(asset)}
      onClick={() => zoom(asset)}
    />
  )
}

/** The picture alone, for paper. */
export function PrintedPicture({ asset: { thumbnail } }: { asset: Asset }) {
  const url = useBlobUrl(useQuery(picture(thumbnail)).data)
  return url === undefined ? null : <img src={url} alt="" />
}

type ButtonProps = { address: string | null; size?: Size; name: string; onClick: () => void }

export function PictureButton({ address, size = 'small', name, onClick }: ButtonProps) {
  const { data, isError, refetch } = useQuery(picture(address))
  const url = useBlobUrl(data)
  if (address === null) return <span className={classes.none}>{m.image_none()}</span>
  if (isError) {
    return (
      <UnstyledButton
        className={classes.none}
        title={m.assets_image_failed()}
        aria-label={`${m.assets_image_failed()} ${m.common_try_again()}`}
        onClick={() => void refetch()}
      >
        {m.common_try_again()}
      </UnstyledButton>
    )
  }
  return (
    <UnstyledButton
      className={classes.picture}
      data-size={size}
      aria-label={m.assets_enlarge({ name })}
      onClick={onClick}
    >
      {url === undefined ? <Skeleton className={classes.wait ?? ''} /> : <img src={url} alt="" />}
    </UnstyledButton>
  )
}
