import type { Reader } from '@ats/contract/readers.ts'
import { Button, Text } from '@mantine/core'
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { recentReads } from '#features/readers/reader-queries.ts'
import { ReadsTable } from '#features/readers/sightings/reads-table.tsx'
import { counted } from '#kernel/words/format.ts'
import { m } from '#texts'
import { LoadFailed } from '#ui/page/load-failed.tsx'

const seconds = 15

/** The reader's current reads: hold a tag in front of an antenna and watch. */
export function TestRead({ reader }: { reader: Reader }) {
  const [isFollowed, setFollowed] = useState(false)
  const query = useQuery(recentReads({ readerId: reader._id, seconds }, isFollowed))
  const reads = query.data?.reads ?? []
  const tags = new Set(reads.map(({ tag }) => tag)).size
  return (
    <>
      <Text size="sm">{m.readers_test_text()}</Text>
      <div>
        <Button
          variant="default"
          size="sm"
          leftSection={
            isFollowed ? (
              <IconPlayerStop size={16} aria-hidden="true" />
            ) : (
              <IconPlayerPlay size={16} aria-hidden="true" />
            )
          }
          onClick={() => setFollowed(!isFollowed)}
        >
          {isFollowed ? m.readers_test_stop() : m.readers_test_start()}
        </Button>
      </div>
      {isFollowed && (
        <>
          <Text size="sm" role="status">
            {tags === 0 ? m.readers_test_none() : counted(tags, m.live_tags_one, m.live_tags)}
          </Text>
          {query.isError && <LoadFailed text={m.live_failed()} onRetry={() => void query.refetch()} />}
          <ReadsTable reads={reads} label={m.readers_test()} />
        </>
      )}
    </>
  )
}
