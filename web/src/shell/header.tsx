import { ActionIcon, Burger, Button, Kbd, UnstyledButton } from '@mantine/core'
import { IconBell, IconLogout, IconScan, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { shownUnread, unreadCount } from '#features/notifications/notifications.ts'
import { useCity } from '#kernel/address/location.ts'
import { m } from '#texts'
import { LanguageSwitch } from '#ui/settings/language-switch.tsx'
import { ThemeToggle } from '#ui/settings/theme-toggle.tsx'
import { IconLink } from '#ui/text/link.tsx'
import { Logo } from '#ui/text/logo.tsx'
import { LocationSwitch } from './location-switch.tsx'
import { askAndLogOut } from './log-out.ts'
import { ProfileLink } from './profile-link.tsx'
import classes from './shell.module.css'

type Props = {
  narrow: boolean
  onMenu: () => void
  onSearch: () => void
  /** Undefined for people who have nothing to scan. */
  onScan: (() => void) | undefined
}

export function Header({ narrow, onMenu, onSearch, onScan }: Props) {
  return (
    <header className={classes.header}>
      {narrow && <Burger size="sm" onClick={onMenu} aria-label={m.app_open_menu()} />}
      <Link to="/" className={classes.title}>
        {!narrow && <Logo size={28} />}
        {m.app_title()}
      </Link>
      <div className={classes.tools}>
        <SearchButton narrow={narrow} onSearch={onSearch} />
        {!narrow && (
          <>
            <LocationSwitch />
            <LanguageSwitch />
          </>
        )}
        {onScan !== undefined && <ScanButton onScan={onScan} />}
        <ThemeToggle />
        <Bell />
        <ProfileLink compact={narrow} />
        {!narrow && (
          <Button
            variant="subtle"
            color="gray"
            size="sm"
            px="xs"
            leftSection={<IconLogout size={18} aria-hidden="true" />}
            onClick={() => void askAndLogOut()}
          >
            {m.app_logout()}
          </Button>
        )}
      </div>
    </header>
  )
}

function Bell() {
  const unread = useQuery(unreadCount).data ?? 0
  const count = shownUnread(unread)
  return (
    <IconLink
      to="/dashboard/$location/notifications"
      params={{ location: useCity() }}
      variant="subtle"
      color="gray"
      size="lg"
      className={classes.bell ?? ''}
      aria-label={unread === 0 ? m.app_notifications() : m.app_notifications_unread({ count })}
    >
      <IconBell size={20} />
      {unread > 0 && <b>{count}</b>}
    </IconLink>
  )
}

function SearchButton({ narrow, onSearch }: Pick<Props, 'narrow' | 'onSearch'>) {
  if (narrow) {
    return (
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={m.app_search()} onClick={onSearch}>
        <IconSearch size={20} />
      </ActionIcon>
    )
  }
  return (
    <UnstyledButton className={classes.search ?? ''} onClick={onSearch} aria-keyshortcuts="Control+K">
      <IconSearch size={16} aria-hidden="true" />
      {m.app_search()}
      <Kbd size="xs" aria-hidden="true">
        Ctrl K
      </Kbd>
    </UnstyledButton>
  )
}

function ScanButton({ onScan }: { onScan: () => void }) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={m.scan_open()}
      aria-keyshortcuts="S"
      title={`${m.scan_open()} (S)`}
      onClick={onScan}
    >
      <IconScan size={20} />
    </ActionIcon>
  )
}
