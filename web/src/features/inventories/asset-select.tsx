import type { Asset } from '@ats/contract/assets/assets.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { assetTitle } from '#features/assets/assets.ts'
import { m } from '#texts'
import { type Choice, listInForm, useChoiceSearch } from '#ui/form/choice-search.tsx'
import { starred } from '#ui/form/fields.tsx'
import { SearchSelect } from '#ui/form/search-select.tsx'
import { assetNamed, assetsFound } from './review-queries.ts'

type Props = { value: string; onChange: (id: string) => void; error: ReactNode }

const choiceOf = (asset: Asset): Choice => ({
  id: asset._id,
  name: assetTitle(asset),
  detail: [
    [asset.city, asset.property, asset.room].filter(Boolean).join(' > '),
    asset.rfidTag === null ? m.inventory_no_tag() : m.inventory_has_tag({ tag: asset.rfidTag }),
  ].join(' · '),
  label: assetTitle(asset),
})

/** One asset, found by any of its names and codes; a tag that it has already is said beside it. */
export function AssetSelect({ value, onChange, error }: Props) {
  const { data: asset } = useQuery(assetNamed(value))
  const selected = asset ? choiceOf(asset) : null
  const search = useChoiceSearch(selected)
  const query = useQuery({ ...assetsFound(search.search), enabled: search.isWanted })
  return (
    <SearchSelect
      label={m.inventory_asset()}
      placeholder={m.assets_search()}
      {...starred(true)}
      comboboxProps={listInForm}
      clears={m.inventory_asset()}
      search={search}
      query={query}
      found={(query.data ?? []).map(choiceOf)}
      value={selected}
      error={error}
      onChange={(id) => onChange(id ?? '')}
    />
  )
}
