import { ActionIcon, Popover, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { home, type MenuGroup } from '#app/menu.ts'
import { screenLink } from '#kernel/address/location.ts'
import { m } from '#texts'
import classes from './nav.module.css'
import { NavItem } from './nav-item.tsx'
import { NavList } from './nav-list.tsx'
import shell from './shell.module.css'
import { useMenu } from './use-menu.ts'

export function Sidebar({ open, onToggle }: { open: boolean; onToggle: () => void }) {
  const label = open ? m.app_collapse_menu() : m.app_expand_menu()
  return (
    <nav className={shell.sidebar} aria-label={m.app_main_menu()}>
      <div className={shell.sidebarTop}>
        {open && <span>{m.app_sidebar_title()}</span>}
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={label}
          aria-expanded={open}
          onClick={onToggle}
        >
          {open ? <IconLayoutSidebarLeftCollapse size={20} /> : <IconLayoutSidebarLeftExpand size={20} />}
        </ActionIcon>
      </div>
      {open ? <NavList /> : <IconList />}
    </nav>
  )
}

/** The collapsed sidebar: one icon per group, with its items in a menu next to it. */
function IconList() {
  const { groups, city, current, currentItem } = useMenu()
  return (
    <ul className={classes.nav}>
      <li>
        <Link
          {...screenLink(home.to, city)}
          activeOptions={{ exact: true, includeSearch: false }}
          className={classes.entry}
          data-folded
          aria-label={home.label()}
          title={home.label()}
        >
          <home.icon size={20} stroke={1.6} />
        </Link>
      </li>
      {groups.map((group) => (
        <li key={group.id}>
          <Flyout group={group} city={city} current={group.id === current} currentItem={currentItem} />
        </li>
      ))}
    </ul>
  )
}

type FlyoutProps = { group: MenuGroup; city: string; current: boolean; currentItem: string | undefined }

/** Follows its icon in the DOM, so that Tab continues into it. */
function Flyout({ group, city, current, currentItem }: FlyoutProps) {
  const [opened, set] = useDisclosure(false)
  return (
    <Popover
      opened={opened}
      onChange={(next) => (next ? set.open() : set.close())}
      position="right-start"
      shadow="md"
      width={240}
      withinPortal={false}
      floatingStrategy="fixed"
      withRoles={false}
      returnFocus
    >
      <Popover.Target>
        <UnstyledButton
          className={classes.entry ?? ''}
          data-folded
          aria-label={group.label()}
          aria-expanded={opened}
          title={group.label()}
          data-current={current || undefined}
          onClick={set.toggle}
          onKeyDown={(event) => event.key === 'Escape' && set.close()}
        >
          <group.icon size={20} stroke={1.6} />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p="xs">
        <div className={classes.flyoutTitle}>{group.label()}</div>
        <ul className={classes.flyout}>
          {group.items.map((item) => (
            <li key={item.to}>
              <NavItem item={item} city={city} current={item.to === currentItem} onGo={set.close} />
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}
