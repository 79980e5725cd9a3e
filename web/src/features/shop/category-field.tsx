import { useQuery } from '@tanstack/react-query'
import { SelectField } from '#ui/form/choice-fields.tsx'
import { ChoicesFailed } from '#ui/form/choices-failed.tsx'
import type { InForm } from '#ui/form/fields.tsx'
import { shopList } from './queries.ts'

type Props<V extends Record<string, unknown>> = InForm<V> & { label: string; except?: number | undefined }

/** One of the categories, or none. */
export function CategoryField<V extends Record<string, unknown>>({ except, ...props }: Props<V>) {
  const query = useQuery(shopList('categories', { sort: 'az', size: 500 }))
  const rows = query.data?.rows.filter(({ id }) => id !== except)
  return (
    <div>
      {/* Drawn anew once its choices are there: the browser's own control cannot hold a value before. */}
      <SelectField
        key={rows === undefined ? 'empty' : 'filled'}
        {...props}
        data={rows?.map(({ id, name }) => ({ value: String(id), label: name })) ?? []}
      />
      <ChoicesFailed query={query} />
    </div>
  )
}
