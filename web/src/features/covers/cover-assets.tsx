import type { Asset } from '@ats/contract/assets/assets.ts'
import type { Cover, CoveredAsset } from '@ats/contract/covers.ts'
import { Button, Paper } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { assetsWithCode, assetTitle } from '#features/assets/assets.ts'
import { useUrlState } from '#kernel/address/url-state.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import { useScans } from '#kernel/scanner/scans.ts'
import { counted } from '#kernel/words/format.ts'
import { m } from '#texts'
import { doneText, useBulkResult } from '#ui/bulk/use-bulk-result.tsx'
import { PanelLink } from '#ui/dialog/panel-link.tsx'
import { recordSelect } from '#ui/form/record-select.tsx'
import { listOverPage, records } from '#ui/form/records.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import type { Chosen } from '#ui/table-parts/bulk-bar.tsx'
import { Moment } from '#ui/text/moment.tsx'
import { toast } from '#ui/toast/toast.ts'
import {
  assetsFound,
  coveredAssets,
  coveredListFilter,
  useAddAssets,
  useRemoveAssets,
} from './cover-queries.ts'
import classes from './covers.module.css'

const titleOf = ({ assetName, assetTagId }: CoveredAsset) => `${assetName} ${assetTagId}`

const columns: Column<CoveredAsset>[] = [
  {
    ...{ id: 'assetName', header: m.assets_name, card: 'title', hidden: 'never' },
    cell: ({ _id, assetName, deleted }) => (
      <>
        <PanelLink id={_id} inherit>
          {assetName}
        </PanelLink>
        {deleted && <span className={classes.quiet}> · {m.covers_in_bin()}</span>}
      </>
    ),
  },
  { id: 'assetTagId', header: m.reports_asset_tag_id, cell: (row) => row.assetTagId, card: 'second' },
  { id: 'place', header: m.deleted_place, cell: ({ place }) => place, card: 'third' },
  { id: 'addedAt', header: m.covers_added_at, cell: ({ addedAt }) => <Moment at={addedAt} /> },
]

/** The assets of a cover within scope, with a field and the scanner to add more. */
export function CoverAssets({ cover }: { cover: Cover }) {
  const list = useUrlState(coveredListFilter)
  const { remove, failures } = useRemoval(cover._id)
  const mayAdd = cover.mayChange && cover.state !== 'cancelled'
  return (
    <Paper component="section" withBorder className={classes.section ?? ''} aria-labelledby="cover-assets">
      <h2 id="cover-assets" className={classes.heading}>
        {m.covers_assets()}
      </h2>
      {mayAdd && <AddAsset cover={cover} />}
      <DataTable
        name="cover-assets"
        label={m.covers_asset_table()}
        query={useQuery(coveredAssets(cover._id, list[0]))}
        columns={columns}
        rowId={({ _id }) => _id}
        list={list}
        options={{
          search: m.covers_asset_search(),
          empty: mayAdd && list[2] === undefined ? m.covers_assets_none() : undefined,
          failed: () => m.covers_assets_failed(),
          panelOf: ({ _id }) => _id,
          ...(cover.mayChange && {
            selection: {
              rowName: titleOf,
              actions: (chosen) => (
                <Button size="compact-sm" variant="default" onClick={() => void remove(chosen)}>
                  {counted(chosen.count, m.covers_remove_assets_one, m.covers_remove_assets_other)}
                </Button>
              ),
            },
          }),
        }}
      />
      {failures}
    </Paper>
  )
}

function useRemoval(id: string) {
  const send = useRemoveAssets(id)
  const add = useAddAssets()
  const { runAndShow, failures } = useBulkResult()
  const remove = async ({ ids, clear }: Chosen) => {
    const reply = await runAndShow(() => send(ids), {
      done: doneText({ one: m.covers_removed_one, other: m.covers_removed_other }),
      failure: m.covers_step_failed(),
      undo: () => void add({ id, target: { ids } }),
    })
    if (reply !== undefined) clear()
  }
  return { remove, failures }
}

const AssetSelect = recordSelect(
  records({
    find: assetsFound,
    choiceOf: (asset: Asset) => ({
      id: asset._id,
      name: assetTitle(asset),
      path: [asset.city, asset.property, asset.room].filter(Boolean).join(' > '),
    }),
  }),
  () => ({ label: m.covers_asset_add(), placeholder: m.assets_search(), comboboxProps: listOverPage }),
)

/** An asset that is found or scanned is added immediately; the message offers to undo that. */
function AddAsset({ cover: { _id: id } }: { cover: Cover }) {
  const send = useAddAssets()
  const remove = useRemoveAssets(id)
  const client = useQueryClient()
  const add = async (asset: Pick<Asset, '_id' | 'assetName' | 'assetTagId'>) => {
    try {
      const { results } = await send({ id, target: { ids: [asset._id] } })
      const [failed] = results.filter(({ ok }) => !ok)
      if (failed !== undefined) return toast.failure(m.covers_step_failed(), failed.message)
      toast.success(m.covers_added_named({ name: assetTitle(asset) }), {
        text: m.assets_undo(),
        run: () => void remove([asset._id]),
      })
    } catch (error) {
      toast.failure(m.covers_step_failed(), messageOf(error, m.error_unexpected()))
    }
  }
  useScans((code) => {
    void client.fetchQuery(assetsWithCode(code)).then(
      (found) => {
        const [asset] = found.filter(({ deleted }) => !deleted)
        if (asset === undefined) toast.failure(m.covers_step_failed(), m.covers_tag_unknown({ code }))
        else void add(asset)
      },
      (error) => toast.failure(m.covers_step_failed(), messageOf(error, m.error_unexpected())),
    )
  })
  return (
    <AssetSelect
      description={m.covers_asset_add_hint()}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={null}
      onChange={(_id, asset) => asset && void add(asset)}
    />
  )
}
