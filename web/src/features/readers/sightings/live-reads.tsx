import { Button, Paper, Text, TextInput } from '@mantine/core'
import { IconAccessPoint, IconPlayerPause, IconPlayerPlay, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PlansButton } from '#features/floors/floors.ts'
import { recentReads } from '#features/readers/reader-queries.ts'
import classes from '#features/readers/readers.module.css'
import { useCity, useScope } from '#kernel/address/location.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import { counted } from '#kernel/words/format.ts'
import { m } from '#texts'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { Page } from '#ui/page/page.tsx'
import { AnchorLink } from '#ui/text/link.tsx'
import { ReadsTable } from './reads-table.tsx'

const seconds = 30

export function LiveReads() {
  const [isFollowed, setFollowed] = useState(true)
  const [text, setText] = useState('')
  const query = useQuery(recentReads({ ...useScope(), seconds }, isFollowed))
  const words = text.trim().toLowerCase()
  const reads = (query.data?.reads ?? []).filter((read) => textOf(read).includes(words))
  const tags = new Set(reads.map(({ tag }) => tag)).size
  return (
    <Page
      crumbs={[m.crumb_manage_asset(), m.live_title()]}
      actions={
        <>
          <PlansButton search={{ layer: 'now' }} />
          <PauseButton isFollowed={isFollowed} onToggle={() => setFollowed(!isFollowed)} />
        </>
      }
    >
      <Paper withBorder className={classes.section ?? ''}>
        <div className={classes.liveHead}>
          <TextInput
            type="search"
            aria-label={m.table_search()}
            placeholder={m.live_search()}
            leftSection={<IconSearch size={16} aria-hidden="true" />}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Text size="sm" c="dimmed">
            {isFollowed ? m.live_following() : m.live_paused()}
          </Text>
          <Text size="sm">{counted(tags, m.live_tags_one, m.live_tags)}</Text>
        </div>
        {query.isError && (
          <LoadFailed
            text={m.live_failed()}
            detail={messageOf(query.error, '') || undefined}
            onRetry={() => void query.refetch()}
          />
        )}
        {query.isPending && isFollowed && <Loading />}
        {query.data !== undefined && reads.length === 0 && <Nothing />}
        <ReadsTable reads={reads} label={m.live_title()} withReader />
        {query.data?.more && (
          <Text size="sm" c="dimmed">
            {m.live_more()}
          </Text>
        )}
      </Paper>
    </Page>
  )
}

type Read = Parameters<typeof ReadsTable>[0]['reads'][number]

const textOf = ({ tag, reader, placeNames, asset }: Read) =>
  [tag, reader, ...(placeNames ?? []), asset?.assetName, asset?.assetTagId].join(' ').toLowerCase()

type PauseProps = { isFollowed: boolean; onToggle: () => void }

function PauseButton({ isFollowed, onToggle }: PauseProps) {
  const Icon = isFollowed ? IconPlayerPause : IconPlayerPlay
  return (
    <Button variant="default" leftSection={<Icon size={16} aria-hidden="true" />} onClick={onToggle}>
      {isFollowed ? m.live_pause() : m.live_go_on()}
    </Button>
  )
}

/** Without readers, shows where to add them. */
function Nothing() {
  const city = useCity()
  return (
    <div className={classes.nothing}>
      <IconAccessPoint size={36} stroke={1.3} aria-hidden="true" />
      <p>{m.live_none()}</p>
      <AnchorLink to="/dashboard/$location/readers" params={{ location: city }}>
        {m.live_none_link()}
      </AnchorLink>
    </div>
  )
}
