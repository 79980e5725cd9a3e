import type { Asset } from '@ats/contract/assets/assets.ts'
import { IconPlus, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { assetTitle } from '#features/assets/asset-place.ts'
import { assetList, assetListFilter } from '#features/assets/asset-queries.ts'
import { BulkButtons, type BulkKind, type BulkTask } from '#features/assets/bulk/asset-bulk-buttons.tsx'
import { loadAssetDialogs } from '#features/assets/panel/asset-host.tsx'
import { BulkJobsButton } from '#features/bulk-jobs/bulk-jobs.ts'
import { AddToCover } from '#features/covers/covers.ts'
import { ExportButton } from '#features/exports/exports.tsx'
import { PageAssets, RequestDialog } from '#features/state-changes/state-changes.ts'
import { useCity, useScope } from '#kernel/address/location.ts'
import { useUrlState } from '#kernel/address/url-state.ts'
import { ApiError } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { useFetchLater } from '#ui/lazy/fetch-later.ts'
import { lazyPart } from '#ui/lazy/part.tsx'
import { HelpLink } from '#ui/page/help-link.tsx'
import { NextScreens } from '#ui/page/next-screens.tsx'
import { Page } from '#ui/page/page.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { sourceOf, useStateOf } from '#ui/table/state-of.ts'
import type { Chosen } from '#ui/table-parts/bulk-bar.tsx'
import { ButtonLink, IconLink } from '#ui/text/link.tsx'
import { useAssetActions } from './asset-actions.ts'
import classes from './asset-list.module.css'
import { useAssetColumns } from './asset-list-columns.tsx'
import { useAssetFilters } from './asset-list-filters.tsx'
import { ShortSearch } from './short-search.tsx'

const BulkDialog = lazyPart(async () => (await import('#features/assets/bulk/asset-bulk.tsx')).BulkDialog)

const waysToRegister = [
  '/dashboard/$location/manage-asset/asset-registration',
  '/dashboard/$location/manage-asset/bulk-asset-registration',
] as const

export function ViewAssets() {
  useFetchLater(loadAssetDialogs)
  return (
    <Page
      crumbs={[m.crumb_manage_asset(), m.nav_view_asset()]}
      actions={
        <>
          <BulkJobsButton />
          <RegisterButton />
        </>
      }
    >
      <AssetTable />
    </Page>
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

function PrintLink() {
  return (
    <IconLink
      to="/dashboard/$location/manage-asset/print-assets"
      params={{ location: useCity() }}
      search={true}
      variant="default"
      size={36}
      visibleFrom="sm"
      aria-label={m.common_print()}
      title={m.common_print()}
    >
      <IconPrinter size={18} aria-hidden="true" />
    </IconLink>
  )
}

function NextSteps({ isFirst }: { isFirst: boolean }) {
  return (
    <>
      {isFirst && <NextScreens screens={waysToRegister} justify="center" />}
      <HelpLink answer="who-sees-what">{m.help_q_scope()}</HelpLink>
    </>
  )
}

const namesOf = (shown: Asset[]) => new Map(shown.map((asset) => [asset._id, assetTitle(asset)]))

/** Why a filter or an order by a field is not possible: the field is no longer used, or the list is too long. */
const rejectedField = (error: Error) =>
  error instanceof ApiError && error.status === 400 ? (error.fields.fields ?? error.fields.sort) : undefined

function useAssetKeys() {
  const { edit, move } = useAssetActions()
  return { e: edit, m: move }
}

function AssetTable() {
  const list = useUrlState(assetListFilter)
  const [[filter], scope] = [list, useScope()]
  const source = sourceOf(filter, useCity())
  const [open, setOpen] = useStateOf<Opened | null>(source, null)
  const { cursor: _, size: __, ...chosenBy } = filter
  const query = useQuery(assetList(filter, scope))
  const [columns, filters] = [useAssetColumns(), useAssetFilters()]
  const start = (kind: BulkKind, chosen: Chosen) => {
    const names = namesOf(query.data?.rows ?? [])
    setOpen({ task: { kind, chosen, names, filter: { ...chosenBy, ...scope } } })
  }
  return (
    <div className={classes.list}>
      <ShortSearch page={query.data} />
      <PageAssets value={query.data?.rows.map(({ _id }) => _id) ?? []}>
        <DataTable
          name="assets"
          label={m.assets_view_title()}
          query={query}
          columns={columns}
          rowId={(asset) => asset._id}
          list={list}
          options={{
            search: m.assets_search(),
            exporting: (shown) => (
              <>
                <PrintLink />
                <ExportButton list="assets" filter={{ ...chosenBy, ...scope }} shown={shown} />
              </>
            ),
            failed: (error) => rejectedField(error) ?? m.assets_fetch_failed(),
            empty: list[2] === undefined ? m.assets_none_yet() : undefined,
            help: <NextSteps isFirst={list[2] === undefined} />,
            filters,
            panelOf: (asset) => asset._id,
            rowKeys: useAssetKeys(),
            selection: {
              rowName: assetTitle,
              allMatching: true,
              actions: (chosen) => (
                <BulkButtons
                  onChoose={(kind) => start(kind, chosen)}
                  onCover={() => setOpen({ covering: chosen })}
                  onAsk={chosen.allMatching ? undefined : () => setOpen({ asking: chosen })}
                />
              ),
            },
          }}
        />
      </PageAssets>
      <ChosenDialogs {...open} filter={{ ...chosenBy, ...scope }} onClose={() => setOpen(null)} />
    </div>
  )
}

type Opened = { task?: BulkTask; asking?: Chosen; covering?: Chosen }
type Dialogs = Opened & {
  filter: NonNullable<BulkTask['filter']>
  onClose: () => void
}

/** The dialog of the action that was chosen for the selected assets. */
function ChosenDialogs({ task, asking, covering, filter, onClose }: Dialogs) {
  return (
    <>
      {task && <BulkDialog task={task} onClose={onClose} />}
      {covering && <AddToCover chosen={covering} filter={filter} onClose={onClose} />}
      {asking && <RequestDialog chosen={{ ids: asking.ids }} onClose={onClose} onRequested={asking.clear} />}
    </>
  )
}
