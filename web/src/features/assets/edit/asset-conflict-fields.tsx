import { useQuery } from '@tanstack/react-query'
import { cities, PlaceName } from '#features/places/places.ts'
import { fieldLabels, fieldText } from '#kernel/words/asset-labels.ts'
import { m } from '#texts'
import type { ConflictFields } from '#ui/form/conflict-fields.ts'
import { names } from './asset-edit-change.ts'

/** The labels and formats of an asset's fields in the conflict dialog. */
export const assetFields = (): ConflictFields => ({
  ...Object.fromEntries(
    names.map((name) => [
      name,
      { label: fieldLabels[name](), show: (value: string | number) => fieldText(name, String(value)) },
    ]),
  ),
  placeId: { label: m.assets_location(), show: (place: string) => <AssetPlace place={place} /> },
  image: {
    label: m.assets_image(),
    show: (image: string | Blob) =>
      typeof image === 'string' ? m.assets_image_present() : m.assets_image_new(),
  },
})

/** A place by its id, or a whole city by its location. */
function AssetPlace({ place }: { place: string }) {
  const { data = [] } = useQuery(cities)
  return data.find(({ location }) => location === place)?.name ?? <PlaceName value={place} />
}
