import { id } from '@ats/contract/id.ts'
import { mostPlaces, type Place, placeKinds, places } from '@ats/contract/places.ts'
import { Alert, NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { PlaceSelect, placeKindNames } from '#features/places/places.ts'
import { useCity, useScope } from '#kernel/address/location.ts'
import { useUrlState } from '#kernel/address/url-state.ts'
import { query } from '#kernel/http/query.ts'
import { counted, formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { listOverPage } from '#ui/form/records.tsx'
import { PrintScreen } from '#ui/print/print-screen.tsx'
import { ButtonLink } from '#ui/text/link.tsx'
import { labelSheetIds, labelSheets, labelsOn, pagesOf } from './label-sheets.ts'
import classes from './labels.module.css'
import { LabelPage } from './place-label.tsx'

const chosen = z.object({
  within: id.optional(),
  kind: z.enum([...placeKinds, 'all']).default('room'),
  sheet: z.enum(labelSheetIds).default('21'),
  /** The first free label of the first sheet. */
  start: z.coerce.number<number>().int().min(1).max(65).default(1),
})
type Chosen = z.infer<typeof chosen>

const labelled = ({ within, kind }: Chosen, scope: { location?: string }) =>
  query(
    places.search,
    { query: { ...scope, ...(within && { within }), ...(kind !== 'all' && { kind }), size: mostPlaces } },
    { select: (reply) => reply.places, keepsPrevious: true },
  )

/** Sheets of labels with QR codes, for the doors of rooms and the entrances of buildings. */
export function PlaceLabels() {
  const [state, change] = useUrlState(chosen)
  const location = useCity()
  return (
    <PrintScreen
      title={m.labels_title()}
      documentTitle={m.labels_title()}
      buttons={
        <ButtonLink
          to="/dashboard/$location/places"
          params={{ location }}
          search={state.within ? { place: state.within } : {}}
          variant="default"
        >
          {m.labels_back()}
        </ButtonLink>
      }
      query={useQuery(labelled(state, useScope()))}
      failure={m.places_failed()}
      isWholePages
      sheet={(found) => (
        <>
          <Choices state={state} change={change} found={found.length} />
          <Pages state={state} found={found} />
        </>
      )}
    />
  )
}

type ChoicesProps = { state: Chosen; change: (change: Partial<Chosen>) => void; found: number }

function Choices({ state, change, found }: ChoicesProps) {
  const perPage = labelsOn(labelSheets[state.sheet])
  const kinds = placeKinds.map((kind) => ({ value: kind, label: placeKindNames[kind]() }))
  return (
    <div className={classes.choices}>
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
      <NativeSelect
        label={m.labels_sheet()}
        value={state.sheet}
        data={labelSheetIds.map((value) => ({ value, label: sheetText(value) }))}
        onChange={(event) => change({ sheet: event.currentTarget.value as Chosen['sheet'], start: 1 })}
      />
      <NativeSelect
        label={m.labels_start()}
        value={String(state.start)}
        data={Array.from({ length: perPage }, (_, at) => ({
          value: String(at + 1),
          label: formatNumber(at + 1),
        }))}
        onChange={(event) => change({ start: Number(event.currentTarget.value) })}
      />
      <Text size="sm" role="status" className={classes.wide ?? ''}>
        {counted(found, m.labels_one, m.labels_other)} · {m.labels_scale()}
      </Text>
      {found === mostPlaces && (
        <Alert className={classes.wide ?? ''}>{m.labels_part({ count: formatNumber(mostPlaces) })}</Alert>
      )}
    </div>
  )
}

function sheetText(value: keyof typeof labelSheets) {
  const { width, height } = labelSheets[value]
  const size = { width: formatNumber(width), height: formatNumber(height) }
  return m.labels_sheet_size({ count: formatNumber(Number(value)), ...size })
}

function Pages({ state, found }: { state: Chosen; found: readonly Place[] }) {
  const sheet = labelSheets[state.sheet]
  const perPage = labelsOn(sheet)
  const pages = pagesOf(found, perPage, found.length === 0 ? 0 : Math.min(state.start, perPage) - 1)
  return pages.map((labels) => (
    <LabelPage key={labels.find((one) => one !== null)?._id} sheet={sheet} labels={labels} />
  ))
}
