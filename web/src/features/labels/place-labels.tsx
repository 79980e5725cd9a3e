import { id } from '@ats/contract/id.ts'
import { placeAddress } from '@ats/contract/label-address.ts'
import { mostPlaces, type Place, placeKinds, places } from '@ats/contract/places.ts'
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { PlaceSelect, placeKindNames } from '#features/places/places.ts'
import { PrintOnPrinter } from '#features/printing/printing.tsx'
import { useCity, useScope } from '#kernel/address/location.ts'
import { useUrlState } from '#kernel/address/url-state.ts'
import { query } from '#kernel/http/query.ts'
import { m } from '#texts'
import { listOverPage } from '#ui/form/records.tsx'
import { ButtonLink } from '#ui/text/link.tsx'
import type { Label } from './label-page.tsx'
import { LabelScreen, sheetChoice } from './label-screen.tsx'

const chosen = z.object({
  within: id.optional(),
  kind: z.enum([...placeKinds, 'all']).default('room'),
  ...sheetChoice,
})
type Chosen = z.infer<typeof chosen>

const labelOf = ({ _id, kind, name, names }: Place): Label => ({
  id: _id,
  address: placeAddress(globalThis.location.origin, _id),
  name,
  line: names.slice(0, -1).toReversed().join(' · '),
  note: placeKindNames[kind](),
})

const labelled = ({ within, kind }: Chosen, scope: { location?: string }) =>
  query(
    places.search,
    { query: { ...scope, ...(within && { within }), ...(kind !== 'all' && { kind }), size: mostPlaces } },
    { select: (reply) => reply.places, keepsPrevious: true },
  )

/** Labels for the doors of rooms and the entrances of buildings. */
export function PlaceLabels() {
  const [state, change] = useUrlState(chosen)
  const location = useCity()
  const query = useQuery(labelled(state, useScope()))
  const data = query.data && {
    labels: query.data.map(labelOf),
    isPart: query.data.length === mostPlaces,
  }
  return (
    <LabelScreen
      title={m.labels_title()}
      back={
        <>
          <ButtonLink
            to="/dashboard/$location/places"
            params={{ location }}
            search={state.within ? { place: state.within } : {}}
            variant="default"
          >
            {m.labels_back()}
          </ButtonLink>
          <PrintOnPrinter
            source={{ placeIds: data?.labels.map(({ id }) => id) }}
            designs={['room']}
            exampleId={data?.labels[0]?.id}
            owner=""
          />
        </>
      }
      choices={<PlaceChoices state={state} change={change} />}
      state={state}
      change={change}
      query={{ ...query, data }}
      failure={m.places_failed()}
      none={m.labels_none()}
    />
  )
}

type ChoicesProps = { state: Chosen; change: (change: Partial<Chosen>) => void }

function PlaceChoices({ state, change }: ChoicesProps) {
  const kinds = placeKinds.map((kind) => ({ value: kind, label: placeKindNames[kind]() }))
  return (
    <>
      <PlaceSelect
        label={m.labels_within()}
        placeholder={m.assets_place_any()}
        comboboxProps={listOverPage}
        value={state.within ?? ''}
        scope={useScope()}
        onChange={(within) => change({ within: within || undefined })}
      />
      <NativeSelect
        label={m.labels_kind()}
        value={state.kind}
        data={[...kinds, { value: 'all', label: m.labels_all_kinds() }]}
        onChange={(event) => change({ kind: event.currentTarget.value as Chosen['kind'] })}
      />
    </>
  )
}
