import { Anchor, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { m } from '#texts'

/** Stands below a select whose choices could not be loaded; nothing otherwise. */
export function ChoicesFailed({ query }: { query: Pick<UseQueryResult, 'isError' | 'data' | 'refetch'> }) {
  if (!query.isError || query.data !== undefined) return null
  return (
    <Text size="sm" role="alert" mt={4} c="var(--mantine-color-error)">
      {m.masters_choices_failed()}{' '}
      <Anchor
        component="button"
        type="button"
        inherit
        underline="always"
        onClick={() => void query.refetch()}
      >
        {m.common_try_again()}
      </Anchor>
    </Text>
  )
}
