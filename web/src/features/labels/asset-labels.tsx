import type { Asset } from '@ats/contract/assets/assets.ts'
import { assetAddress } from '@ats/contract/label-address.ts'
import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { assetListFilter, printedAssets } from '#features/assets/assets.ts'
import { PrintOnPrinter } from '#features/printing/printing.tsx'
import { useCity, useScope } from '#kernel/address/location.ts'
import { useUrlState } from '#kernel/address/url-state.ts'
import { useLocalSetting } from '#kernel/device/local-setting.ts'
import { m } from '#texts'
import { ButtonLink } from '#ui/text/link.tsx'
import type { Label } from './label-page.tsx'
import { LabelScreen, sheetChoice } from './label-screen.tsx'

const chosen = assetListFilter.extend(sheetChoice)

const labelOf = ({ _id, assetName, assetTagId }: Asset, note: string): Label => ({
  id: _id,
  address: assetAddress(globalThis.location.origin, _id),
  name: assetTagId,
  line: assetName,
  note,
})

/** Labels for the filtered list of assets, with a text such as the name of their owner. */
export function AssetLabels() {
  const [{ cursor: _, size: __, sheet, start, ...filter }, change] = useUrlState(chosen)
  const location = useCity()
  const [note, setNote] = useLocalSetting('labels:note', '')
  const scope = useScope()
  const query = useQuery(printedAssets(filter, scope))
  const data = query.data && {
    labels: query.data.rows.map((asset) => labelOf(asset, note)),
    isPart: query.data.rows.length < query.data.total,
  }
  return (
    <LabelScreen
      title={m.labels_assets_title()}
      back={
        <>
          <ButtonLink
            to="/dashboard/$location/manage-asset/view-assets"
            params={{ location }}
            search={true}
            variant="default"
          >
            {m.assets_print_back()}
          </ButtonLink>
          <PrintOnPrinter
            source={{ filter: { ...filter, ...scope } }}
            designs={['asset-small', 'asset-large']}
            exampleId={data?.labels[0]?.id}
            owner={note}
          />
        </>
      }
      choices={
        <TextInput
          label={m.labels_note()}
          placeholder={m.labels_note_example()}
          maxLength={60}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      }
      state={{ sheet, start }}
      change={change}
      query={{ ...query, data }}
      failure={m.assets_fetch_failed()}
      none={m.labels_assets_none()}
    />
  )
}
