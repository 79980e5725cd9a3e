import { type DashboardOverview, type DashboardTrends, dashboard } from '@ats/contract/dashboard.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { screenLink, useCity, useScope } from '#kernel/address/location.ts'
import { useHolds, useMayOpen } from '#kernel/address/screen.ts'
import { query } from '#kernel/http/query.ts'
import { counted, formatDuration, formatNumber } from '#kernel/words/format.ts'
import { currentLanguage } from '#kernel/words/language.ts'
import { m } from '#texts'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import type { Point } from './point.ts'
import { useReportLink } from './report-link.ts'
import { Shares, share } from './shares.tsx'
import { TaskLink } from './task-link.tsx'
import { Trend } from './trend.tsx'
import classes from './trends.module.css'

type Part<K extends keyof DashboardTrends> = NonNullable<DashboardTrends[K]> | undefined

const formatted = (date: string, how: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(`${currentLanguage()}-IN`, how).format(new Date(date))
const inMonth = ({ from }: { from: string }) => ({
  label: formatted(from, { month: 'short', year: 'numeric', timeZone: 'UTC' }),
  short: formatted(from, { month: 'short', timeZone: 'UTC' }),
})
const percent = (part: number, whole: number) =>
  whole === 0 ? m.common_not_given() : `${formatNumber(share(part, whole))} %`

/** The course of a year and of a day. What is shown follows from permissions, so nothing moves when it loads. */
export function Trends({ overview: { states, inventories, readers } }: { overview: DashboardOverview }) {
  const trends = useQuery(query(dashboard.trends, { query: useScope() }))
  const decides = useHolds('manage-asset')
  if (trends.isError && trends.data === undefined)
    return <LoadFailed text={m.dashboard_error()} onRetry={() => void trends.refetch()} />
  const { data } = trends
  return (
    <div className={classes.trends}>
      {states !== null && <Assets now={states} months={data?.assets ?? undefined} />}
      {inventories !== null && <Inventories year={inventories} months={data?.inventories ?? undefined} />}
      {decides && <Requests requests={data?.requests ?? undefined} />}
      {readers !== null && <Reads readers={readers} hours={data?.reads ?? undefined} />}
    </div>
  )
}

function Figure({ value, text, link }: { value: string; text: string; link: LinkProps | undefined }) {
  return (
    <p className={classes.figure}>
      <strong>{link === undefined ? value : <Link {...link}>{value}</Link>}</strong> <span>{text}</span>
    </p>
  )
}

type States = NonNullable<DashboardOverview['states']>

function Assets({ now, months }: { now: States; months: Part<'assets'> }) {
  const report = useReportLink()
  const opens = useMayOpen()('/dashboard/$location/reports/$report')
  const total = now.reduce((sum, { assets }) => sum + assets, 0)
  const asOf = (day: string) => (opens ? report('report-as-of', { day }) : undefined)
  const points = months?.map((month) => ({
    ...{ ...inMonth(month), values: [month.assets], shown: [formatNumber(month.assets)] },
    link: asOf(month.to),
  }))
  const first = months?.[0]
  const change = first === undefined ? 0 : total - first.assets
  const signed = `${change < 0 ? '−' : '+'}${formatNumber(Math.abs(change))}`
  return (
    <Trend
      title={m.dashboard_trend_assets()}
      head={[m.dashboard_trend_month(), m.dashboard_bars_assets()]}
      series={[{ name: m.dashboard_bars_assets(), kind: 'area' }]}
      points={points}
    >
      <Figure
        value={formatNumber(total)}
        text={
          first === undefined ? '' : m.dashboard_trend_since({ change: signed, month: inMonth(first).label })
        }
        link={months === undefined ? undefined : asOf(months.at(-1)?.to ?? '')}
      />
    </Trend>
  )
}

type Year = NonNullable<DashboardOverview['inventories']>

function Inventories({ year, months }: { year: Year; months: Part<'inventories'> }) {
  const report = useReportLink()
  const points = months?.map(({ from, to, approved, expected, found, covered, assets }): Point => {
    const accuracy = expected === 0 ? null : share(found, expected)
    return {
      ...inMonth({ from }),
      values: [accuracy, assets === 0 ? null : share(covered, assets)],
      shown: [percent(found, expected), percent(covered, assets), formatNumber(approved)],
      link: approved === 0 ? undefined : report('report-inventory-accuracy', { from, to }),
    }
  })
  const [accuracy, coverage] = [m.dashboard_accuracy(), m.dashboard_coverage()]
  return (
    <Trend
      title={m.dashboard_inventories()}
      head={[m.dashboard_trend_month(), accuracy, coverage, m.dashboard_trend_approved()]}
      series={[
        { name: accuracy, kind: 'line' },
        { name: coverage, kind: 'area', side: 'right' },
      ]}
      points={points}
      percent
    >
      <Shares inventories={year} link={report('report-inventory-accuracy', { from: year.from })} />
    </Trend>
  )
}

function Requests({ requests }: { requests: Part<'requests'> }) {
  const city = useCity()
  const readsLog = useMayOpen()('/dashboard/$location/audit-log')
  const log = screenLink('/dashboard/$location/audit-log', city)
  const list = screenLink('/dashboard/asset-state-change', city)
  const points = requests?.months.map(({ from, to, opened, decided, medianHours }): Point => {
    const median = medianHours === null ? m.common_not_given() : formatDuration(medianHours * 3600)
    const search = { action: 'state-change.requested', from, to }
    return {
      ...inMonth({ from }),
      values: [opened, decided],
      shown: [formatNumber(opened), formatNumber(decided), median],
      link: readsLog ? { ...log, search } : undefined,
    }
  })
  const latest = requests?.months.findLast(({ medianHours }) => medianHours !== null)
  const took =
    latest === undefined
      ? ''
      : m.dashboard_trend_took({
          ...{ time: formatDuration((latest.medianHours ?? 0) * 3600), month: inMonth(latest).label },
        })
  const [opened, decided] = [m.dashboard_trend_opened(), m.dashboard_trend_decided()]
  return (
    <Trend
      title={m.dashboard_trend_requests()}
      head={[m.dashboard_trend_month(), opened, decided, m.dashboard_trend_median()]}
      series={[
        { name: opened, kind: 'bar' },
        { name: decided, kind: 'bar' },
      ]}
      points={points}
    >
      <Figure
        value={requests === undefined ? '…' : m.dashboard_trend_open({ count: formatNumber(requests.open) })}
        text={took}
        link={{ ...list, search: { ...(list.search as object), status: 'pending' } }}
      />
    </Trend>
  )
}

type Summary = NonNullable<DashboardOverview['readers']>

function Reads({ readers, hours }: { readers: Summary; hours: Part<'reads'> }) {
  const city = useCity()
  const atLeast = (reads: number, isExact: boolean) =>
    isExact ? formatNumber(reads) : m.reports_more_than({ rows: formatNumber(reads) })
  const points = hours?.map(({ hour, reads, isExact }): Point => {
    const label = formatted(hour, { hour: '2-digit', minute: '2-digit' })
    return { label, short: label, values: [reads], shown: [atLeast(reads, isExact)], link: undefined }
  })
  const total = hours?.reduce((sum, { reads }) => sum + reads, 0) ?? 0
  const isExact = hours?.every((hour) => hour.isExact) ?? true
  const name = m.unknown_tags_reads()
  return (
    <Trend
      title={m.dashboard_trend_reads()}
      head={[m.dashboard_trend_hour(), name]}
      series={[{ name, kind: 'bar' }]}
      points={points}
    >
      <Figure
        value={hours === undefined ? '…' : atLeast(total, isExact)}
        text={m.dashboard_trend_day()}
        link={screenLink('/dashboard/$location/live', city)}
      />
      <TaskLink
        link={{ ...screenLink('/dashboard/$location/readers', city), search: { status: 'active' } }}
        text={counted(readers.active, m.dashboard_readers_active_one, m.dashboard_readers_active_other)}
      />
    </Trend>
  )
}
