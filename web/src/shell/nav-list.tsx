import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { home, type MenuGroup } from '#app/menu.ts'
import { screenLink } from '#kernel/address/location.ts'
import classes from './nav.module.css'
import { NavItem } from './nav-item.tsx'
import { useMenu } from './use-menu.ts'

/** The menu with its submenus, one open at a time. */
export function NavList({ onGo }: { onGo?: () => void }) {
  const menu = useMenu()
  return (
    <ul className={classes.nav}>
      <li>
        <Link
          {...screenLink(home.to, menu.city)}
          activeOptions={{ exact: true, includeSearch: false }}
          className={classes.entry}
          onClick={onGo}
        >
          <home.icon size={20} stroke={1.6} />
          {home.label()}
        </Link>
      </li>
      {menu.groups.map((group) => (
        <Group
          key={group.id}
          group={group}
          city={menu.city}
          open={menu.open === group.id}
          holdsCurrent={menu.current === group.id}
          current={menu.currentItem}
          onToggle={() => menu.toggle(group.id)}
          onGo={onGo}
        />
      ))}
    </ul>
  )
}

type GroupProps = {
  group: MenuGroup
  city: string
  open: boolean
  holdsCurrent: boolean
  current: string | undefined
  onToggle: () => void
  onGo: (() => void) | undefined
}

function Group({ group, city, open, holdsCurrent, current, onToggle, onGo }: GroupProps) {
  const id = `menu-${group.id}`
  return (
    <li>
      <UnstyledButton
        className={classes.entry ?? ''}
        aria-expanded={open}
        aria-controls={id}
        data-current={holdsCurrent || undefined}
        onClick={onToggle}
      >
        <group.icon size={20} stroke={1.6} />
        {group.label()}
        <IconChevronDown size={16} className={classes.chevron} aria-hidden="true" />
      </UnstyledButton>
      <ul id={id} className={classes.items} hidden={!open}>
        {group.items.map((item) => (
          <li key={item.to}>
            <NavItem item={item} city={city} current={item.to === current} onGo={onGo} />
          </li>
        ))}
      </ul>
    </li>
  )
}
