import { Title } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ScreenTo, screenLink, useCity } from '#kernel/address/location.ts'
import { useMayOpen } from '#kernel/address/screen.ts'
import { m } from '#texts'
import classes from './dashboard.module.css'

type Action = { label: () => string; text: () => string; to: ScreenTo }

const actions: Action[] = [
  {
    label: m.nav_asset_registration,
    text: m.dashboard_shortcut_register,
    to: '/dashboard/$location/manage-asset/asset-registration',
  },
  {
    label: m.nav_bulk_asset_registration,
    text: m.dashboard_shortcut_bulk,
    to: '/dashboard/$location/manage-asset/bulk-asset-registration',
  },
  {
    label: m.nav_view_asset,
    text: m.dashboard_shortcut_view,
    to: '/dashboard/$location/manage-asset/view-assets',
  },
  {
    label: m.reports_asset_wise_title,
    text: m.dashboard_shortcut_report,
    to: '/dashboard/asset-wise',
  },
]

export function QuickActions() {
  const city = useCity()
  const mayOpen = useMayOpen()
  const possible = actions.filter(({ to }) => mayOpen(to))
  if (possible.length === 0) return null
  return (
    <section aria-labelledby="quick-actions">
      <Title order={2} id="quick-actions" fz="md" mb="sm" mt="xs">
        {m.dashboard_shortcuts()}
      </Title>
      <ul className={classes.actions}>
        {possible.map(({ label, text, to }) => (
          <li key={to}>
            <Link className={classes.action} {...screenLink(to, city)}>
              <span>
                <strong>{label()}</strong>
                {text()}
              </span>
              <IconArrowRight size={18} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
