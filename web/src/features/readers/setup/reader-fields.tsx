import type { ReaderAdapter, ReaderMapping, ReadPoint } from '@ats/contract/readers.ts'
import { PlaceName } from '#features/places/places.ts'
import { adapterTexts, antennaText, pathText } from '#features/readers/reader-texts.tsx'
import { m } from '#texts'
import type { ConflictFields } from '#ui/form/conflict-fields.ts'

/** The fields of a reader in the conflict dialog. */
export const readerFields = (): ConflictFields => ({
  name: { label: m.readers_name() },
  placeId: { label: m.readers_place(), show: (id: string) => <PlaceName value={id} /> },
  adapter: { label: m.readers_adapter(), show: (adapter: ReaderAdapter) => adapterTexts[adapter]() },
  mapping: {
    label: m.readers_adapter_mapped(),
    show: (mapping: ReaderMapping) =>
      Object.entries(mapping)
        .map(([name, path]) => `${name}: ${path}`)
        .join(', '),
  },
  silentMinutes: { label: m.readers_silence() },
  readPoints: {
    label: m.readers_points(),
    show: (points: ReadPoint[]) =>
      points.map(({ antenna, placeNames }) => `${antennaText(antenna)}: ${pathText(placeNames)}`).join('; '),
  },
})
