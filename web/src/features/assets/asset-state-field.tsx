import type { NativeSelectProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { shownName } from '#kernel/words/seeded-names.ts'
import type { InForm, Native } from '#ui/form/fields.tsx'
import { LoadedSelectField } from '#ui/form/loaded-select-field.tsx'
import { allStates } from './asset-queries.ts'

type Props<V extends Record<string, unknown>> = InForm<V> &
  Omit<Native<NativeSelectProps>, 'data'> & {
    /** The asset's current state, which may have been removed from the master. */
    present?: string | undefined
    /** A state that cannot be chosen. */
    except?: string | undefined
  }

/** A select of the states in the master. */
export function StateSelectField<V extends Record<string, unknown>>({ present, except, ...props }: Props<V>) {
  const query = useQuery(allStates)
  const states = query.data ?? []
  const data = (present && !states.includes(present) ? [present, ...states] : states)
    .filter((state) => state !== except)
    .map((state) => ({ value: state, label: shownName(state) }))
  return <LoadedSelectField {...props} query={query} data={data} />
}
