import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { openSeries } from '#features/tag-series/tag-series.ts'
import { m } from '#texts'
import type { Registration } from './use-registration.ts'

/** The number series of an asset that gets its tag later; nothing where no series has numbers. */
export function SeriesChoice({ registration }: { registration: Registration }) {
  const { form, seriesId, setSeriesId } = registration
  const { data: series = [] } = useQuery(openSeries)
  if (series.length === 0) return null
  /** An asset has either a tag or a number of a series. */
  const choose = (id: string) => {
    form.fields.setFieldValue('rfidTag', '')
    setSeriesId(id)
  }
  const chosen = series.find(({ id }) => id === seriesId)
  return (
    <NativeSelect
      label={m.registration_reserve()}
      description={
        chosen === undefined
          ? m.registration_reserve_hint()
          : m.registration_reserve_next({ tag: chosen.nextTag ?? '' })
      }
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      data={[
        { value: '', label: m.registration_reserve_none() },
        ...series.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={chosen === undefined ? '' : seriesId}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  )
}
