import { IconCash, IconChartBar, IconReceipt, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '#kernel/http/api-error.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { Page } from '#ui/page/page.tsx'
import { MonthChart } from './month-chart.tsx'
import { overview } from './queries.ts'
import classes from './shop.module.css'
import { formatPrice } from './values.ts'

const cards = [
  { name: 'profit', label: m.shop_profit, icon: IconChartBar, format: formatPrice },
  { name: 'spendings', label: m.shop_spendings, icon: IconReceipt, format: formatPrice },
  { name: 'revenue', label: m.shop_revenue, icon: IconCash, format: formatPrice },
  { name: 'newUsers', label: m.shop_new_users, icon: IconUserPlus, format: formatNumber },
] as const

/** What the shop earned and spent in twelve months. */
export function Overview() {
  const { data, error, isPending, refetch } = useQuery(overview)
  return (
    <Page crumbs={[m.shop_overview_title()]}>
      {isPending && <Loading />}
      {error !== null && data === undefined && (
        <LoadFailed text={m.error_loading()} detail={messageOf(error, '')} onRetry={() => void refetch()} />
      )}
      {data && (
        <>
          <ul className={classes.cards}>
            {cards.map(({ name, label, icon: Icon, format }) => (
              <li key={name}>
                <Icon size={22} stroke={1.6} aria-hidden="true" />
                <strong>{format(data[name])}</strong>
                <span>{label()}</span>
              </li>
            ))}
          </ul>
          <MonthChart months={data.months} />
        </>
      )}
    </Page>
  )
}
