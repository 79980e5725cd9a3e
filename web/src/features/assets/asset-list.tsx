import type { Asset } from '@ats/contract/assets/assets.ts'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ExportButton } from '#features/exports/exports.tsx'
import { useCity, useScope } from '#kernel/location.ts'
import { useUrlState } from '#kernel/url-state.ts'
import { m } from '#texts'
import { ButtonLink } from '#ui/link.tsx'
import { Page } from '#ui/page.tsx'
import type { Chosen } from '#ui/table/bulk-bar.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { type AssetActions, AssetActionsContext } from './asset-actions.ts'
import { BulkButtons, BulkDialog, type BulkTask } from './asset-bulk.tsx'
import type { BulkKind } from './asset-bulk-fields.tsx'
import { DeleteDialog } from './asset-delete.tsx'
import { EditDialog } from './asset-edit.tsx'
import classes from './asset-list.module.css'
import { assetColumns } from './asset-list-columns.tsx'
import { AssetFilters } from './asset-list-filters.tsx'
import { AssetPanel } from './asset-panel.tsx'
import { usePanelAddress } from './asset-panel-address.tsx'
import { PictureZoom } from './asset-picture.tsx'
import { assetTitle } from './asset-place.ts'
import { assetList, assetListFilter } from './asset-queries.ts'

export function ViewAssets() {
  const panel = usePanelAddress()
  const [open, setOpen] = useState<{ what: keyof AssetActions; asset: Asset } | null>(null)
  const close = () => setOpen(null)
  const actions = useMemo<AssetActions>(
    () => ({
      edit: (asset) => setOpen({ what: 'edit', asset }),
      remove: (asset) => setOpen({ what: 'remove', asset }),
      zoom: (asset) => setOpen({ what: 'zoom', asset }),
    }),
    [],
  )
  return (
    <AssetActionsContext value={actions}>
      <Page
        title={m.assets_view_title()}
        crumbs={[m.crumb_manage_asset(), m.nav_view_asset()]}
        actions={<RegisterButton />}
      >
        <AssetTable />
      </Page>
      {panel.id !== undefined && <AssetPanel id={panel.id} onClose={panel.close} />}
      {open?.what === 'edit' && <EditDialog asset={open.asset} onClose={close} />}
      {open?.what === 'zoom' && <PictureZoom asset={open.asset} onClose={close} />}
      {open?.what === 'remove' && (
        <DeleteDialog
          asset={open.asset}
          onClose={close}
          onDeleted={() => panel.id !== undefined && panel.close()}
        />
      )}
    </AssetActionsContext>
  )
}

function RegisterButton() {
  return (
    <ButtonLink
      to="/dashboard/$location/manage-asset/asset-registration"
      params={{ location: useCity() }}
      leftSection={<IconPlus size={16} aria-hidden="true" />}
    >
      {m.nav_asset_registration()}
    </ButtonLink>
  )
}

function AssetTable() {
  const list = useUrlState(assetListFilter)
  const [filter, setFilter] = list
  const scope = useScope()
  const [task, setTask] = useState<BulkTask | null>(null)
  const { cursor: _, size: __, ...chosenBy } = filter
  const query = useQuery(assetList(filter, scope))
  const start = (kind: BulkKind, chosen: Chosen) => {
    const names = new Map(query.data?.rows.map((asset) => [asset._id, assetTitle(asset)]))
    setTask({ kind, chosen, names, filter: { ...chosenBy, ...scope } })
  }
  return (
    <div className={classes.list}>
      <DataTable
        name="assets"
        label={m.assets_view_title()}
        query={query}
        columns={assetColumns}
        rowId={(asset) => asset._id}
        list={list}
        options={{
          search: m.assets_search(),
          exporting: (shown) => (
            <ExportButton list="assets" filter={{ ...chosenBy, ...scope }} shown={shown} />
          ),
          failed: () => m.assets_fetch_failed(),
          toolbar: <AssetFilters filter={filter} onFilter={setFilter} />,
          selection: {
            rowName: assetTitle,
            allMatching: true,
            actions: (chosen) => <BulkButtons onChoose={(kind) => start(kind, chosen)} />,
          },
        }}
      />
      {task !== null && <BulkDialog task={task} onClose={() => setTask(null)} />}
    </div>
  )
}
