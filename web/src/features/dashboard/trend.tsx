import { Button, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { m } from '#texts'
import { lazyPart } from '#ui/lazy/part.tsx'
import type { Point, Series } from './point.ts'
import { Section } from './section.tsx'
import classes from './trends.module.css'

const waiting = () => <Skeleton pos="absolute" inset={0} h="auto" aria-hidden="true" />
const Chart = lazyPart(async () => (await import('./chart.tsx')).Chart, { waiting })

type Given = {
  title: string
  /** The heading of the rows, then one for each text of a point. */
  head: string[]
  series: Series[]
  /** Undefined while they are loading. */
  points: Point[] | undefined
  percent?: boolean
  children: ReactNode
}

/** A figure, its course as a chart, and the same as a table. */
export function Trend({ title, head, series, points, percent = false, children }: Given) {
  const [asTable, setAsTable] = useState(false)
  const text = asTable ? m.dashboard_trend_chart() : m.dashboard_trend_table()
  const named = asTable ? m.dashboard_trend_chart_named : m.dashboard_trend_table_named
  return (
    <Section
      title={title}
      aside={
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.toggle ?? ''}
          aria-label={named({ name: title })}
          onClick={() => setAsTable(!asTable)}
        >
          {text}
        </Button>
      }
    >
      {children}
      {asTable && points !== undefined ? (
        <TrendTable {...{ title, head, points }} />
      ) : (
        <div className={classes.drawn} aria-hidden="true">
          <div>{points === undefined ? waiting() : <Chart {...{ points, series, percent }} />}</div>
          {series.length > 1 && <Legend series={series} />}
        </div>
      )}
    </Section>
  )
}

const Legend = ({ series }: { series: Series[] }) => (
  <ul className={classes.legend}>
    {series.map(({ name }, index) => (
      <li key={name}>
        <i data-series={index + 1} /> {name}
      </li>
    ))}
  </ul>
)

/** The newest first. */
function TrendTable({ title, head, points }: Pick<Given, 'title' | 'head'> & { points: Point[] }) {
  return (
    <div className={classes.scrolled}>
      <table className={classes.trendTable} aria-label={title}>
        <thead>
          <tr>
            {head.map((text) => (
              <th key={text} scope="col">
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(({ label, shown, link }) => (
            <tr key={label}>
              <th scope="row">{link === undefined ? label : <Link {...link}>{label}</Link>}</th>
              {shown.map((text, index) => (
                <td key={head[index + 1]}>{text}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
