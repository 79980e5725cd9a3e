import type { Reader, ReaderAddresses } from '@ats/contract/readers.ts'
import { Paper, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { readerById } from '#features/readers/reader-queries.ts'
import {
  adapterTexts,
  LastRead,
  pathText,
  ReaderStatusBadge,
  rateText,
  statusMeans,
} from '#features/readers/reader-texts.tsx'
import classes from '#features/readers/readers.module.css'
import { screenLink, useCity } from '#kernel/address/location.ts'
import { isUnknown } from '#kernel/http/api-error.ts'
import { formatDuration, formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { NotFound } from '#ui/page/not-found.tsx'
import { Page } from '#ui/page/page.tsx'
import { PendingPage } from '#ui/page/pending-page.tsx'
import { AnchorLink } from '#ui/text/link.tsx'
import { Moment } from '#ui/text/moment.tsx'
import { ReadPoints } from './read-points.tsx'
import { ReaderActions } from './reader-actions.tsx'
import { SettingsBlocks } from './settings-block.tsx'
import { TestRead } from './test-read.tsx'

/** One reader: its status, its antennas, its current reads, and the settings for the device. */
export function ReaderPage() {
  const { id = '' } = useParams({ strict: false })
  const { data, error, refetch } = useQuery(readerById(id))
  const list = { text: m.readers_title(), link: screenLink('/dashboard/$location/readers', useCity()) }
  if (isUnknown(error)) return <NotFound />
  if (data === undefined)
    return (
      <PendingPage
        title={m.readers_one_title()}
        crumbs={[m.crumb_manage_asset(), list]}
        error={error}
        failed={m.readers_failed()}
        onRetry={() => void refetch()}
      />
    )
  return <OneReader {...data} list={list} />
}

type OneProps = { reader: Reader; addresses: ReaderAddresses; list: { text: string; link: object } }

function OneReader({ reader, addresses, list }: OneProps) {
  return (
    <Page
      title={reader.name}
      crumbs={[m.crumb_manage_asset(), list, reader.name]}
      actions={<ReaderActions reader={reader} />}
    >
      <div className={classes.columns}>
        <Section title={m.readers_health()}>
          <Health reader={reader} />
        </Section>
        <Section title={m.readers_points()}>
          <ReadPoints reader={reader} />
        </Section>
        <Section title={m.readers_test()}>
          <TestRead reader={reader} />
        </Section>
        <Section title={m.readers_settings()}>
          <Text size="sm" c="dimmed">
            {m.readers_password_hidden()}
          </Text>
          <SettingsBlocks reader={reader} addresses={addresses} />
        </Section>
      </div>
    </Page>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper component="section" withBorder className={classes.section ?? ''} aria-label={title}>
      <h2 className={classes.heading}>{title}</h2>
      {children}
    </Paper>
  )
}

const moment = (at: string | null) => (at === null ? m.readers_never() : <Moment at={at} as="ago" />)

function Health({ reader }: { reader: Reader }) {
  const { health, status } = reader
  const facts: [string, ReactNode][] = [
    [m.readers_place(), pathText(reader.placeNames)],
    [m.readers_adapter(), adapterTexts[reader.adapter]()],
    [m.readers_last_read(), <LastRead key="read" reader={reader} />],
    [m.readers_last_message(), moment(health.lastMessageAt)],
    [m.readers_rate(), rateText(reader)],
    [m.readers_reads(), formatNumber(health.reads)],
    [m.readers_unreadable(), formatNumber(health.unreadable)],
    [m.readers_overflows(), health.overflowAt === null ? m.readers_none() : moment(health.overflowAt)],
    ...clockFact(health.clockAheadSeconds),
    [m.dead_letters_title(), <DeadLetterCount key="dead" reader={reader} />],
    ...droppedFact(health.droppedLetters),
  ]
  return (
    <>
      <p className={classes.status}>
        <ReaderStatusBadge status={status} />
        <span>{statusMeans(status)}</span>
      </p>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** A difference of a few seconds between two clocks is normal. */
const usualSeconds = 5

function clockFact(ahead: number | null): [string, ReactNode][] {
  if (ahead === null || Math.abs(ahead) <= usualSeconds) return []
  const time = formatDuration(Math.abs(ahead))
  return [[m.readers_clock(), ahead > 0 ? m.readers_clock_ahead({ time }) : m.readers_clock_behind({ time })]]
}

const droppedFact = (dropped: number): [string, ReactNode][] =>
  dropped === 0 ? [] : [[m.readers_dropped(), formatNumber(dropped)]]

function DeadLetterCount({ reader: { _id, health } }: { reader: Reader }) {
  const city = useCity()
  if (health.deadLetters === 0) return m.readers_none()
  return (
    <AnchorLink
      to="/dashboard/$location/dead-letters"
      params={{ location: city }}
      search={{ readerId: _id }}
      inherit
    >
      {formatNumber(health.deadLetters)}
    </AnchorLink>
  )
}
