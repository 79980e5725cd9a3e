import type { Archived as ArchivedPart } from '@ats/contract/system.ts'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { archivedParts } from '#kernel/http/archived-parts.ts'
import { formatDate } from '#kernel/words/format.ts'
import { m } from '#texts'

type Props = {
  of: ArchivedPart['of']
  /** The first day of the rows, if they have one. */
  from?: string | undefined
}

/** Says which rows are missing because they are in an archive; nothing is shown if none are. */
export function Archived({ of, from }: Props) {
  const { data } = useQuery(archivedParts)
  const last = data?.archived.find((one) => one.of === of)
  if (last === undefined || (from !== undefined && from >= last.before.slice(0, 10))) return null
  return (
    <Text component="span" display="block" size="sm" c="dimmed" mt="xs">
      {m.archived_before({ day: formatDate(last.before), file: last.file })}
    </Text>
  )
}
