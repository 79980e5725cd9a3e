import { Anchor, Text } from '@mantine/core'
import type { ComponentProps } from 'react'
import { m } from '#texts'
import { SelectField } from './choice-fields.tsx'

type Query = { isError: boolean; data: unknown; refetch: () => unknown }
type Props<V extends Record<string, unknown>> = Omit<ComponentProps<typeof SelectField<V>>, 'data'> & {
  query: Query
  data: { value: string; label: string }[]
}

/**
 * A short list from the server in a native select. A native select applies its initial value when it mounts,
 * so new options mount a new one.
 */
export function LoadedSelectField<V extends Record<string, unknown>>({ query, data, ...props }: Props<V>) {
  return (
    <div>
      <SelectField key={data.map(({ value }) => value).join()} data={data} {...props} />
      {query.isError && query.data === undefined && <ChoicesFailed onRetry={() => void query.refetch()} />}
    </div>
  )
}

function ChoicesFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <Text size="sm" role="alert" mt={4} c="var(--mantine-color-error)">
      {m.masters_choices_failed()}{' '}
      <Anchor component="button" type="button" inherit underline="always" onClick={onRetry}>
        {m.common_try_again()}
      </Anchor>
    </Text>
  )
}
