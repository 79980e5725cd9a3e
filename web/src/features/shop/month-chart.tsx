import type { ShopOverview } from '@ats/contract/shop/shop.ts'
import { Paper, Title, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { small } from '#kernel/device/theme.ts'
import { m } from '#texts'
import { stepFor } from './calculations.ts'
import classes from './shop.module.css'
import { formatMonth, formatPrice, formatRoughly } from './values.ts'

type Months = ShopOverview['months']

const height = 260
const left = 52
const bottom = 26
const top = 10

/** Revenue and spendings of twelve months side by side, with a table for screen readers. */
export function MonthChart({ months }: { months: Months }) {
  const isSmall = useMediaQuery(small, undefined, { getInitialValueInEffect: false })
  return (
    <Paper withBorder p="md" className={classes.chart ?? ''}>
      <div className={classes.legend}>
        <Title order={2} size="h4">
          {m.shop_chart_title()}
        </Title>
        <span data-series="revenue">{m.shop_revenue()}</span>
        <span data-series="spendings">{m.shop_spendings()}</span>
      </div>
      <Bars months={months} width={isSmall ? 340 : 960} />
      <VisuallyHidden>
        <MonthTable months={months} />
      </VisuallyHidden>
    </Paper>
  )
}

function Bars({ months, width }: { months: Months; width: number }) {
  const step = stepFor(Math.max(...months.flatMap(({ revenue, spendings }) => [revenue, spendings])))
  const y = (value: number) => top + (1 - value / (4 * step)) * (height - top - bottom)
  const slot = (width - left) / months.length
  const bar = slot * 0.32
  return (
    <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {[0, 1, 2, 3, 4].map((line) => (
        <g key={line}>
          <line x1={left} x2={width} y1={y(line * step)} y2={y(line * step)} />
          <text x={left - 8} y={y(line * step) + 4} textAnchor="end">
            {formatRoughly(line * step)}
          </text>
        </g>
      ))}
      {months.map(({ month, revenue, spendings }, at) => {
        const middle = left + (at + 0.5) * slot
        const heights = { revenue: [middle - bar, y(revenue)], spendings: [middle, y(spendings)] } as const
        return (
          <g key={month}>
            <title>{`${formatMonth(month, 'long')}: ${formatPrice(revenue)} / ${formatPrice(spendings)}`}</title>
            {(['revenue', 'spendings'] as const).map((name) => {
              const [x, from] = heights[name]
              return (
                <rect key={name} data-series={name} x={x} y={from} width={bar} height={y(0) - from} rx={2} />
              )
            })}
            <text x={middle} y={height - 6} textAnchor="middle">
              {formatMonth(month, width < 600 ? 'narrow' : 'short')}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

function MonthTable({ months }: { months: Months }) {
  return (
    <table>
      <caption>{m.shop_chart_title()}</caption>
      <thead>
        <tr>
          {[m.shop_month, m.shop_revenue, m.shop_spendings, m.shop_profit].map((header) => (
            <th key={header()} scope="col">
              {header()}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {months.map(({ month, revenue, spendings, profit }) => (
          <tr key={month}>
            <th scope="row">{formatMonth(month, 'long')}</th>
            <td>{formatPrice(revenue)}</td>
            <td>{formatPrice(spendings)}</td>
            <td>{formatPrice(profit)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
