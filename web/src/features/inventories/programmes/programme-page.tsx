import type { Programme, VerificationDue, VerificationLine } from '@ats/contract/inventories/programmes.ts'
import { Badge, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import classes from '#features/inventories/inventories.module.css'
import { figureText, pathText, statusText } from '#features/inventories/inventory-texts.tsx'
import { useManages } from '#features/inventories/use-manages.ts'
import { screenLink, useCity } from '#kernel/address/location.ts'
import { isUnknown, messageOf } from '#kernel/http/api-error.ts'
import { formatDate, formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { confirm } from '#ui/dialog/confirm.tsx'
import { DayInput } from '#ui/form/day-input.tsx'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { NotFound } from '#ui/page/not-found.tsx'
import { Page } from '#ui/page/page.tsx'
import { AnchorLink } from '#ui/text/link.tsx'
import { toast } from '#ui/toast/toast.ts'
import { programmeById, usePlanLine, useRetire } from './programme-queries.ts'

/** A verification programme: its coverage as of a day, and its places by the month in which they are due. */
export function ProgrammePage() {
  const { id = '' } = useParams({ strict: false })
  const [asOf, setAsOf] = useState('')
  const { data: programme, error, refetch } = useQuery(programmeById(id, asOf || undefined))
  const manages = useManages()
  const list = {
    text: m.programmes_title(),
    link: screenLink('/dashboard/$location/verification', useCity()),
  }
  if (isUnknown(error)) return <NotFound />
  if (programme === undefined)
    return (
      <Page title={m.programme_title()} crumbs={[m.crumb_reports(), list]}>
        {error === null ? (
          <Loading />
        ) : (
          <LoadFailed
            text={m.programmes_failed()}
            detail={messageOf(error, '') || undefined}
            onRetry={() => void refetch()}
          />
        )}
      </Page>
    )
  const mayChange = manages && programme.retiredAt === null
  return (
    <Page
      title={programme.name}
      crumbs={[m.crumb_reports(), list, programme.name]}
      actions={mayChange && <RetireButton programme={programme} />}
    >
      <Stack gap="md">
        <Text>
          {pathText(programme.placeNames)} · {formatDate(programme.startsOn)} – {formatDate(programme.endsOn)}
          {programme.retiredAt !== null && ` · ${m.programme_retired()}`}
        </Text>
        <DayInput label={m.programme_as_of()} value={asOf} onChange={setAsOf} min={programme.startsOn} />
        <CoverageOf programme={programme} />
        {byMonth(programme.allLines).map(([month, lines]) => (
          <Month key={month} month={month} lines={lines} programme={programme} mayChange={mayChange} />
        ))}
      </Stack>
    </Page>
  )
}

function CoverageOf({ programme: { coverage } }: { programme: Programme }) {
  const { places, coveredPlaces, assets, coveredAssets } = coverage
  const ofPlaces = { covered: formatNumber(coveredPlaces), all: formatNumber(places) }
  const ofAssets = { covered: figureText(coveredAssets), all: figureText(assets) }
  return (
    <section aria-label={m.programme_coverage({ day: formatDate(coverage.asOf) })}>
      <Text fw={650}>{m.programme_coverage({ day: formatDate(coverage.asOf) })}</Text>
      <Share part={coveredPlaces} all={places} text={m.programme_covered_places(ofPlaces)} />
      <Share part={coveredAssets ?? 0} all={assets ?? 0} text={m.programme_covered_assets(ofAssets)} />
    </section>
  )
}

function Share({ part, all, text }: { part: number; all: number; text: string }) {
  return (
    <>
      <Text size="sm" mt="xs">
        {text}
      </Text>
      <Progress value={(100 * part) / Math.max(all, 1)} aria-label={text} />
    </>
  )
}

/** Lines by the month in which they are due first. */
function byMonth(lines: readonly VerificationLine[]) {
  return [...Map.groupBy(lines, ({ dueOn }) => dueOn.slice(0, 7))]
}

type MonthProps = {
  month: string
  lines: readonly VerificationLine[]
  programme: Programme
  mayChange: boolean
}

function Month({ month, lines, programme, mayChange }: MonthProps) {
  const title = formatDate(`${month}-01`).replace(/^\S+ /, '')
  return (
    <section aria-label={title}>
      <Text component="h2" fw={650}>
        {title}
      </Text>
      <ul className={classes.applied}>
        {lines.map((line) => (
          <Line key={line._id} line={line} programme={programme} mayChange={mayChange} />
        ))}
      </ul>
    </section>
  )
}

type LineProps = Pick<MonthProps, 'programme' | 'mayChange'> & { line: VerificationLine }

function Line({ line, programme, mayChange }: LineProps) {
  const name = pathText(line.placeNames) || pathText(programme.placeNames)
  const facts = [
    line.everyMonths === null
      ? m.programme_once()
      : m.programme_every({ months: formatNumber(line.everyMonths) }),
    line.people.map((person) => person.name).join(', '),
    line.blind && m.inventory_is_blind(),
    line.approver && `${m.inventory_approver()}: ${line.approver.name}`,
    `${m.programme_verified()}: ${figureText(line.covered)}/${figureText(line.assets)}`,
  ]
  return (
    <li>
      <strong>{name}</strong>
      <Text size="sm" c="dimmed">
        {facts.filter(Boolean).join(' · ')}
      </Text>
      <Group gap="xs">
        {line.dues.map((due) => (
          <DueBadge key={due.dueOn} due={due} />
        ))}
        {mayChange && line.dues.some(({ inventoryId }) => inventoryId === null) && (
          <PlanButton programme={programme} line={line} name={name} />
        )}
      </Group>
    </li>
  )
}

const colors = { done: 'teal', overdue: 'red', waiting: 'gray' } as const
const stateTexts = {
  done: m.programme_state_done,
  overdue: m.programme_overdue,
  waiting: m.programme_state_waiting,
}

function DueBadge({ due: { dueOn, state, inventoryId, inventory, status } }: { due: VerificationDue }) {
  const said = state === 'waiting' && status !== null ? statusText(status) : stateTexts[state]()
  return (
    <span>
      <Badge color={colors[state]} variant="light" tt="none">
        {formatDate(dueOn)} · {said}
      </Badge>{' '}
      {inventoryId !== null && (
        <AnchorLink to="/dashboard/physical-inventory/$id" params={{ id: inventoryId }} size="sm">
          {inventory}
        </AnchorLink>
      )}
    </span>
  )
}

function PlanButton({ programme, line, name }: Omit<LineProps, 'mayChange'> & { name: string }) {
  const plan = usePlanLine(programme._id)
  const run = () =>
    plan(line._id).then(
      () => toast.success(m.programme_planned()),
      (error) => toast.failure(m.programme_plan_failed(), messageOf(error, '')),
    )
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={m.programme_plan_now_named({ name })}
      onClick={() => void run()}
    >
      {m.programme_plan_now()}
    </Button>
  )
}

function RetireButton({ programme: { _id, version } }: { programme: Programme }) {
  const retire = useRetire(_id)
  const run = async () => {
    const sure = await confirm({
      title: m.programme_retire(),
      question: m.programme_retire_question(),
      action: m.programme_retire(),
    })
    if (!sure) return
    await retire(version).catch((error) => toast.failure(m.programme_failed(), messageOf(error, '')))
  }
  return (
    <Button variant="default" onClick={() => void run()}>
      {m.programme_retire()}
    </Button>
  )
}
