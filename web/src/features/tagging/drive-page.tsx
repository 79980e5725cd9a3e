import type { TaggingDrive } from '@ats/contract/tagging/tagging.ts'
import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconPencil, IconPlayerStop, IconTag } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { screenLink, useCity } from '#kernel/address/location.ts'
import { useUrlState } from '#kernel/address/url-state.ts'
import { isUnknown, messageOf } from '#kernel/http/api-error.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { confirm } from '#ui/dialog/confirm.tsx'
import { lazyPart } from '#ui/lazy/part.tsx'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { NotFound } from '#ui/page/not-found.tsx'
import { Page } from '#ui/page/page.tsx'
import { ButtonLink } from '#ui/text/link.tsx'
import { toast } from '#ui/toast/toast.ts'
import classes from './tagging.module.css'
import { driveById, useCloseDrive } from './tagging-queries.ts'
import { pathText, sampleTexts } from './tagging-texts.ts'

const waiting = () => <Loading />
const DriveDialog = lazyPart(async () => (await import('./drive-dialog.tsx')).DriveDialog)
const DriveRooms = lazyPart(async () => (await import('./drive-rooms.tsx')).DriveRooms, { waiting })
const DriveDays = lazyPart(async () => (await import('./drive-days.tsx')).DriveDays, { waiting })
const DriveExceptions = lazyPart(async () => (await import('./drive-exceptions.tsx')).DriveExceptions, {
  waiting,
})
const DriveChecks = lazyPart(async () => (await import('./drive-checks.tsx')).DriveChecks, { waiting })

/** A tagging drive: its progress, what could not be tagged, and how good the work is. */
export function DrivePage() {
  const { id = '' } = useParams({ strict: false })
  const { data: drive, error, refetch } = useQuery(driveById(id))
  const list = { text: m.tagging_title(), link: screenLink('/dashboard/$location/tagging', useCity()) }
  if (isUnknown(error)) return <NotFound />
  if (drive === undefined)
    return (
      <Page title={m.tagging_one()} crumbs={[m.crumb_manage_asset(), list]}>
        {error === null ? (
          <Loading />
        ) : (
          <LoadFailed
            text={m.tagging_one_failed()}
            detail={messageOf(error, '') || undefined}
            onRetry={() => void refetch()}
          />
        )}
      </Page>
    )
  return (
    <Page
      title={drive.name}
      crumbs={[m.crumb_manage_asset(), list, drive.name]}
      actions={<DriveActions drive={drive} />}
    >
      <Stack gap="md">
        <DriveHead drive={drive} />
        <Views drive={drive} />
      </Stack>
    </Page>
  )
}

function DriveActions({ drive }: { drive: TaggingDrive }) {
  const [isEditing, setEditing] = useState(false)
  const close = useCloseDrive(drive._id)
  const ask = async () => {
    const { name, version } = drive
    const sure = {
      title: m.tagging_close_title(),
      question: m.tagging_close_text({ name }),
      action: m.tagging_close(),
    }
    if (!(await confirm(sure))) return
    await close(version).then(
      () => toast.success(m.tagging_closed_now({ name })),
      (error) => toast.failure(messageOf(error, m.tagging_drive_failed())),
    )
  }
  const mayChange = drive.manages && drive.closedAt === null
  return (
    <>
      {drive.works && (
        <ButtonLink
          to="/count"
          search={{ drive: drive._id }}
          leftSection={<IconTag size={16} aria-hidden="true" />}
        >
          {m.tagging_begin()}
        </ButtonLink>
      )}
      {mayChange && (
        <Button
          variant="default"
          leftSection={<IconPencil size={16} aria-hidden="true" />}
          onClick={() => setEditing(true)}
        >
          {m.common_edit()}
        </Button>
      )}
      {mayChange && (
        <Button
          variant="default"
          leftSection={<IconPlayerStop size={16} aria-hidden="true" />}
          onClick={() => void ask()}
        >
          {m.tagging_close()}
        </Button>
      )}
      {isEditing && <DriveDialog drive={drive} onClose={() => setEditing(false)} />}
    </>
  )
}

function DriveHead({ drive }: { drive: TaggingDrive }) {
  const { total, tagged, left, excepted, people, sample, sampleSize, closedAt, closedBy } = drive
  const figures = [
    [m.tagging_total(), total],
    [m.tagging_tagged(), tagged],
    [m.tagging_left(), left],
    [m.tagging_excepted(), excepted],
  ] as const
  const size = sample === 'none' ? '' : ` (${formatNumber(sampleSize)})`
  return (
    <section aria-label={m.tagging_progress()}>
      <Text>{pathText(drive.placeNames)}</Text>
      <dl className={classes.figures}>
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatNumber(value)}</dd>
          </div>
        ))}
      </dl>
      <Text size="sm">
        {m.tagging_people()}: {people.map(({ name }) => name).join(', ') || m.tagging_people_all()}
      </Text>
      <Text size="sm">
        {m.tagging_sample()}: {sampleTexts[sample]()}
        {size}
      </Text>
      {closedAt !== null && <Text size="sm">{m.tagging_closed_by({ name: closedBy ?? '' })}</Text>}
    </section>
  )
}

const views = ['rooms', 'days', 'exceptions', 'checks'] as const
const address = z.object({ view: z.enum(views).default('rooms') })

function Views({ drive }: { drive: TaggingDrive }) {
  const [{ view }, go] = useUrlState(address)
  const labels: Record<(typeof views)[number], string> = {
    rooms: m.tagging_view_rooms(),
    days: m.tagging_view_days(),
    exceptions: m.tagging_excepted(),
    checks: m.tagging_view_checks(),
  }
  return (
    <>
      <Group>
        <SegmentedControl
          className={classes.views ?? ''}
          aria-label={m.tagging_views()}
          value={view}
          data={views.map((value) => ({ value, label: labels[value] }))}
          onChange={(next) => go({ view: views.find((one) => one === next) ?? 'rooms' })}
        />
      </Group>
      {view === 'rooms' && <DriveRooms drive={drive} />}
      {view === 'days' && <DriveDays drive={drive} />}
      {view === 'exceptions' && <DriveExceptions drive={drive} />}
      {view === 'checks' && <DriveChecks drive={drive} />}
    </>
  )
}
