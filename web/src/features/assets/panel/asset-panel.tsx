import { Alert, Button, Group, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconEdit, IconMapPin, IconReplace, IconTrash, IconUser } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { assetById, type ShownAsset } from '#features/assets/asset-queries.ts'
import { AssetState } from '#features/assets/asset-state.tsx'
import { useUndo } from '#features/assets/bin/asset-delete.tsx'
import { useAssetActions } from '#features/assets/list/asset-actions.ts'
import { RentalEnded } from '#features/assets/rental-ended.tsx'
import { TagExpected } from '#features/assets/tag-expected.tsx'
import { AssetCovers } from '#features/covers/covers.ts'
import { OwnValues } from '#features/own-fields/own-fields.ts'
import { PapersSection } from '#features/papers/papers.ts'
import { AssetSightings } from '#features/readers/readers.ts'
import { PendingChange } from '#features/state-changes/state-changes.ts'
import { useHolds } from '#kernel/address/screen.ts'
import { useRecent } from '#kernel/device/recent.ts'
import { isUnknown, messageOf } from '#kernel/http/api-error.ts'
import { isPanelActing, useLoneKeys } from '#kernel/scanner/lone-keys.ts'
import { m } from '#texts'
import { SidePanel } from '#ui/dialog/side-panel.tsx'
import { HiddenPlaces } from '#ui/page/hidden-places.tsx'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { CopyId } from '#ui/text/copy-id.tsx'
import classes from './asset-panel.module.css'
import { AssetDetails } from './asset-panel-details.tsx'
import { AssetHistory } from './asset-panel-history.tsx'
import { AssetTags } from './asset-panel-tags.tsx'
import { AssetPicture } from './asset-picture.tsx'
import { AssetSteps } from './asset-steps.tsx'

const settleMs = 150

type Props = { id: string; onShow: (id: string) => void; onClose: () => void }

/** An asset in a panel: its details, place, tags and history. */
export function AssetPanel({ id, onShow, onClose }: Props) {
  // Held keys step faster than assets load; only the first and the last one are requested.
  const [wanted] = useDebouncedValue(id, settleMs, { leading: true })
  const query = useQuery({ ...assetById(wanted), placeholderData: keepPreviousData })
  const asset = query.data
  useRecent(asset && { kind: 'asset', id, text: asset.assetName, detail: asset.assetTagId })
  const isOld = asset !== undefined && asset._id !== id && !query.isError
  return (
    <SidePanel
      title={asset?.assetName ?? m.assets_panel()}
      titleClass={classes.title ?? ''}
      onClose={onClose}
    >
      <AssetSteps id={id} onShow={onShow} />
      {query.isError && <Failed error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading />}
      {asset !== undefined && (
        <div className={classes.sheet} aria-busy={isOld} inert={isOld}>
          <Sheet key={asset._id} asset={asset} />
        </div>
      )}
    </SidePanel>
  )
}

/** Treats a malformed id like an unknown one. */
function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (isUnknown(error))
    return (
      <>
        <HiddenPlaces />
        <LoadFailed text={m.assets_panel_missing()} />
      </>
    )
  return (
    <LoadFailed text={m.assets_panel_failed()} detail={messageOf(error, '') || undefined} onRetry={onRetry} />
  )
}

function Sheet({ asset }: { asset: ShownAsset }) {
  const manages = useHolds('manage-asset')
  return (
    <Stack gap="lg">
      <div className={classes.lead}>
        <CopyId id={asset.assetTagId} show={asset.assetTagId.length} />
        <AssetState state={asset.assetState} />
        <RentalEnded asset={asset} />
        <TagExpected asset={asset} />
      </div>
      {asset.deleted && <InBin asset={asset} manages={manages} />}
      {!asset.deleted && manages && <Actions asset={asset} />}
      {!asset.deleted && manages && <PendingChange assetId={asset._id} />}
      {asset.image !== null && <AssetPicture asset={asset} size="large" />}
      <AssetDetails asset={asset} />
      {!asset.deleted && <AssetCovers asset={asset} />}
      <OwnValues asset={asset} />
      {!asset.deleted && <AssetSightings asset={asset} />}
      <PapersSection kind="asset" recordId={asset._id} />
      <AssetTags asset={asset} />
      <AssetHistory asset={asset} />
    </Stack>
  )
}

function Actions({ asset }: { asset: ShownAsset }) {
  const { edit, remove, requestState, move, assign } = useAssetActions()
  useLoneKeys({ acts: { e: () => edit(asset), m: () => move(asset) }, enabled: isPanelActing })
  return (
    <Group gap="sm">
      <Button
        variant="default"
        leftSection={<IconEdit size={16} aria-hidden="true" />}
        aria-keyshortcuts="e"
        onClick={() => edit(asset)}
      >
        {m.common_edit()}
      </Button>
      <Button
        variant="default"
        leftSection={<IconReplace size={16} aria-hidden="true" />}
        onClick={() => requestState(asset)}
      >
        {m.requests_ask()}
      </Button>
      <Button
        variant="default"
        leftSection={<IconMapPin size={16} aria-hidden="true" />}
        aria-keyshortcuts="m"
        onClick={() => move(asset)}
      >
        {m.assets_move()}
      </Button>
      <Button
        variant="default"
        leftSection={<IconUser size={16} aria-hidden="true" />}
        onClick={() => assign(asset)}
      >
        {m.assets_assign()}
      </Button>
      {asset.rfidTag !== null && (
        <Button component="a" href={`/count?find=asset:${asset._id}`} variant="default">
          {m.assets_find_it()}
        </Button>
      )}
      <Button
        variant="light"
        color="red"
        leftSection={<IconTrash size={16} aria-hidden="true" />}
        onClick={() => remove(asset)}
      >
        {m.common_delete()}
      </Button>
    </Group>
  )
}

function InBin({ asset, manages }: { asset: ShownAsset; manages: boolean }) {
  const restore = useUndo()
  return (
    <Alert color="orange" role="status">
      <Group justify="space-between">
        {m.assets_panel_deleted()}
        {manages && (
          <Button size="compact-sm" variant="default" onClick={() => void restore([asset._id])}>
            {m.assets_restore()}
          </Button>
        )}
      </Group>
    </Alert>
  )
}
