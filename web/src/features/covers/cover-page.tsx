import type { Cover } from '@ats/contract/covers.ts'
import { Alert, Paper, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PapersSection } from '#features/papers/papers.ts'
import { screenLink, useCity } from '#kernel/address/location.ts'
import { useHolds } from '#kernel/address/screen.ts'
import { isUnknown, messageOf } from '#kernel/http/api-error.ts'
import { formatDate } from '#kernel/words/format.ts'
import { m } from '#texts'
import { lazyPart } from '#ui/lazy/part.tsx'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { NotFound } from '#ui/page/not-found.tsx'
import { Page } from '#ui/page/page.tsx'
import { Moment } from '#ui/text/moment.tsx'
import { CoverActions } from './cover-actions.tsx'
import { CoverLink, CoverStanding } from './cover-columns.tsx'
import { coverById } from './cover-queries.ts'
import { assetCountText, costText, coverKindName } from './cover-words.ts'
import classes from './covers.module.css'

const CoverAssets = lazyPart(async () => (await import('./cover-assets.tsx')).CoverAssets, {
  waiting: () => <Loading />,
})

/** One cover: its facts and its assets. */
export function CoverPage() {
  const { id = '' } = useParams({ strict: false })
  const { data, error, refetch } = useQuery(coverById(id))
  const list = {
    text: m.covers_title(),
    link: screenLink('/dashboard/$location/manage-asset/covers', useCity()),
  }
  if (isUnknown(error)) return <NotFound />
  if (data === undefined)
    return (
      <Page title={m.covers_one_title()} crumbs={[m.crumb_manage_asset(), list]}>
        {error === null ? (
          <Loading />
        ) : (
          <LoadFailed
            text={m.covers_one_failed()}
            detail={messageOf(error, '') || undefined}
            onRetry={() => void refetch()}
          />
        )}
      </Page>
    )
  return (
    <Page
      title={data.name}
      crumbs={[m.crumb_manage_asset(), list, data.name]}
      actions={data.mayChange && <CoverActions cover={data} />}
    >
      <Stack gap="md">
        <NotAll cover={data} />
        <Facts cover={data} />
        <PapersSection kind="cover" recordId={id} />
        <CoverAssets cover={data} />
      </Stack>
    </Page>
  )
}

/** Why a person who manages assets cannot change it. */
function NotAll({ cover: { mayChange } }: { cover: Cover }) {
  return useHolds('manage-asset') && !mayChange ? <Alert color="gray">{m.covers_not_all()}</Alert> : null
}

const link = (to: Cover['previous']) => to && <CoverLink id={to.id} name={to.name} />

function Facts({ cover }: { cover: Cover }) {
  const { startsOn, endsOn, vendor, reminderDays, previous, next } = cover
  const facts: [string, ReactNode][] = [
    [m.covers_kind(), coverKindName(cover.kind)],
    [m.assets_vendor(), vendor?.name ?? m.common_not_given()],
    [m.covers_period(), m.covers_period_text({ from: formatDate(startsOn), to: formatDate(endsOn) })],
    [m.covers_cost(), costText(cover.cost)],
    [m.covers_reminders(), reminderDays.join(', ') || m.covers_reminders_none()],
    [m.covers_assets(), assetCountText(cover.assets)],
    [m.covers_note(), cover.note],
    [m.covers_cancelled_because(), cover.cancelReason],
    [m.covers_previous(), link(previous)],
    [m.covers_next(), link(next)],
    [m.assets_created_by(), cover.createdBy],
    [m.reports_created_at(), <Moment key="at" at={cover.createdAt} />],
  ]
  return (
    <Paper component="section" withBorder className={classes.section ?? ''} aria-label={m.covers_facts()}>
      <CoverStanding cover={cover} />
      <dl className={classes.facts}>
        {facts
          .filter(([, value]) => value !== null && value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </Paper>
  )
}
