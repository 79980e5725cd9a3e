import { Link } from '@tanstack/react-router'
import type { MenuItem } from '#app/menu.ts'
import { screenLink } from '#kernel/address/location.ts'
import { SpelledOut } from '#ui/text/spelled-out.tsx'
import classes from './nav.module.css'

type Props = { item: MenuItem; city: string; current: boolean; onGo?: (() => void) | undefined }

/** An entry of a submenu; `current` also on subordinate pages, such as a user of the list. */
export function NavItem({ item, city, current, onGo }: Props) {
  return (
    <Link
      {...screenLink(item.to, city)}
      {...(current && { 'aria-current': true, 'data-current': true })}
      activeOptions={{ exact: true, includeSearch: false }}
      className={classes.item}
      onClick={onGo}
    >
      <span>
        <SpelledOut text={item.label()} />
      </span>
    </Link>
  )
}
