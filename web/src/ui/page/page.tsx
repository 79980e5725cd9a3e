import { Anchor } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { screenLink, useCity } from '#kernel/address/location.ts'
import { useScreen } from '#kernel/address/screen.ts'
import { m } from '#texts'
import { FilterSlot } from './filter-slot.ts'
import { Heading } from './heading.tsx'
import classes from './page.module.css'

export type Crumb = string | { text: string; link: LinkProps }

type Props = {
  /** If it differs from the declared title of the screen. */
  title?: string
  /** The breadcrumbs after 'Dashboard'; the last one is this page. */
  crumbs?: Crumb[]
  actions?: ReactNode
  children: ReactNode
}

/** The frame of every screen: breadcrumbs, the only h1, actions, content. */
export function Page({ title, crumbs = [], actions, children }: Props) {
  const screen = useScreen()
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  return (
    <div className={classes.page}>
      <Crumbs crumbs={crumbs} />
      <div className={classes.top}>
        <Heading title={title ?? screen.title?.() ?? ''} />
        <div ref={setSlot} className={classes.filtered} />
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
      </div>
      <FilterSlot value={slot}>{children}</FilterSlot>
    </div>
  )
}

export function Crumbs({ crumbs }: { crumbs: Crumb[] }) {
  const city = useCity()
  const home: Crumb = { text: m.crumb_dashboard(), link: screenLink('/dashboard/$location', city) }
  const all = crumbs.length === 0 ? [m.crumb_dashboard()] : [home, ...crumbs]
  return (
    <nav aria-label={m.app_breadcrumb()} className={classes.crumbs}>
      <ol>
        {all.map((crumb, index) => (
          <li key={typeof crumb === 'string' ? crumb : crumb.text}>
            {typeof crumb === 'string' ? (
              <span {...(index === all.length - 1 && { 'aria-current': 'page' as const })}>{crumb}</span>
            ) : (
              <Anchor component={Link} {...(crumb.link as object)} inherit>
                {crumb.text}
              </Anchor>
            )}
            {index < all.length - 1 && (
              <span aria-hidden="true" className={classes.separator}>
                &gt;
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
