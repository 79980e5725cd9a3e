// Why it is built this way: docs/decisions/060-charts.md

import { useNavigate } from '@tanstack/react-router'
import { Area, Bar, CartesianGrid, ComposedChart, Line, Tooltip, XAxis, YAxis } from 'recharts'
import { formatNumber } from '#kernel/words/format.ts'
import type { Point, Series } from './point.ts'
import classes from './trends.module.css'

const color = (index: number) => `var(--trend-${index + 1})`
const still = { isAnimationActive: false } as const

type Given = { points: Point[]; series: Series[]; percent: boolean }

/** Drawn for the eye only: the table next to it has the same figures, with links that a keyboard reaches. */
export function Chart({ points, series, percent }: Given) {
  const navigate = useNavigate()
  const data = points.map(({ short, values }, index) => ({ index, short, values }))
  const chart = (
    <ComposedChart
      responsive
      className={classes.chart ?? ''}
      data={data}
      accessibilityLayer={false}
      margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
      onClick={({ activeTooltipIndex }) => {
        const link = points[Number(activeTooltipIndex)]?.link
        if (link !== undefined) void navigate(link as { to: '/' })
      }}
    >
      <CartesianGrid vertical={false} stroke="var(--trend-grid)" />
      <XAxis dataKey="short" tickLine={false} axisLine={false} minTickGap={12} height={22} />
      {axes(points, series, percent)}
      <Tooltip
        {...still}
        cursor={{ fill: 'var(--trend-grid)', stroke: 'var(--trend-grid)' }}
        content={({ active, payload }) => (
          <Values point={active ? pointOf(points, payload) : undefined} series={series} />
        )}
      />
      {[...series.entries()].toSorted(([, a], [, b]) => behind(b) - behind(a)).map(drawn)}
    </ComposedChart>
  )
  return <div className={classes.fill}>{chart}</div>
}

const pointOf = (points: Point[], payload: readonly { payload?: unknown }[] | undefined) =>
  points[(payload?.[0]?.payload as { index: number } | undefined)?.index ?? -1]

/** Shares on the left begin at the multiple of five below the lowest, because they are close to each other. */
function axes(points: Point[], series: Series[], percent: boolean) {
  const sides = [...new Set(series.map(({ side = 'left' }) => side))]
  const lowest = Math.min(100, ...points.flatMap(({ values: [first] }) => first ?? []))
  const least = Math.max(0, Math.ceil(lowest / 5) * 5 - 5)
  const step = 100 - least > 25 ? 25 : 5
  const ticks = Array.from(
    { length: Math.floor((100 - least) / step) + 1 },
    (_, index) => 100 - index * step,
  ).toReversed()
  const shares = { left: { domain: [least, 100], ticks }, right: { domain: [0, 100] } }
  return sides.map((side) => {
    const lone = sides.length > 1 ? series.findIndex((one) => (one.side ?? 'left') === side) : -1
    return (
      <YAxis
        key={side}
        yAxisId={side}
        orientation={side}
        width={44}
        tickLine={false}
        axisLine={false}
        tickCount={5}
        allowDecimals={false}
        tick={lone < 0 ? {} : { style: { fill: color(lone) } }}
        {...(percent ? shares[side] : { domain: [0, 'auto'] })}
        tickFormatter={(value: number) => (percent ? `${formatNumber(value)}\u00A0%` : formatNumber(value))}
      />
    )
  })
}

/** Areas are drawn first, so that they hide nothing. */
const behind = ({ kind }: Series) => Number(kind === 'area')

function drawn([index, { name, kind, side = 'left' }]: [number, Series]) {
  const shared = { ...still, name, dataKey: `values.${index}`, stroke: color(index), yAxisId: side }
  if (kind === 'bar')
    return <Bar {...shared} key={name} stroke="none" fill={color(index)} radius={[3, 3, 0, 0]} />
  if (kind === 'area')
    return (
      <Area {...shared} key={name} type="monotone" strokeWidth={2} fill={color(index)} fillOpacity={0.12} />
    )
  return <Line {...shared} key={name} type="monotone" strokeWidth={2} dot={{ r: 2.5 }} connectNulls />
}

function Values({ point, series }: { point: Point | undefined; series: Series[] }) {
  if (point === undefined) return null
  return (
    <div className={classes.tip}>
      <strong>{point.label}</strong>
      {series.map(({ name }, index) => (
        <span key={name}>
          <i style={{ background: color(index) }} /> {name}: {point.shown[index]}
        </span>
      ))}
    </div>
  )
}
