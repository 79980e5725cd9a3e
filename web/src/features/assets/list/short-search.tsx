import { mostSearchedForParts } from '@ats/contract/assets/assets.ts'
import { Text } from '@mantine/core'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'

/** What a search for one or two characters finds in a list that is too long for parts of tags. */
export function ShortSearch({ page }: { page: { wholeTagsOnly?: boolean | undefined } | undefined }) {
  return (
    <div role="status">
      {page?.wholeTagsOnly && (
        <Text size="sm" c="dimmed" mb="xs">
          {m.assets_search_whole({ most: formatNumber(mostSearchedForParts) })}
        </Text>
      )}
    </div>
  )
}
