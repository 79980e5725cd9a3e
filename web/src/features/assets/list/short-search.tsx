import { mostFilteredForParts, mostSearchedForParts } from '@ats/contract/assets/assets.ts'
import { Text } from '@mantine/core'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'

type Shortened = { wholeTagsOnly?: boolean | undefined; beginningsOnly?: boolean | undefined }

/** What a search for one or two characters finds in a list that is too long for parts of tags. */
export function ShortSearch({ page }: { page: Shortened | undefined }) {
  return (
    <div role="status">
      {page?.wholeTagsOnly && (
        <Text size="sm" c="dimmed" mb="xs">
          {m.assets_search_whole({ most: formatNumber(mostSearchedForParts) })}
        </Text>
      )}
      {page?.beginningsOnly && (
        <Text size="sm" c="dimmed" mb="xs">
          {m.own_filter_beginnings({ most: formatNumber(mostFilteredForParts) })}
        </Text>
      )}
    </div>
  )
}
