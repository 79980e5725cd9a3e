import { Button, Drawer } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { m } from '#texts'
import { LanguageSwitch } from '#ui/settings/language-switch.tsx'
import { LocationSwitch } from './location-switch.tsx'
import { askAndLogOut } from './log-out.ts'
import { NavList } from './nav-list.tsx'
import classes from './shell.module.css'

/** The sidebar of narrow screens, with the controls that do not fit into the header. */
export function MenuDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  // A drawer returns the focus only if it was mounted before it is opened.
  const [isMounted, setMounted] = useState(false)
  useEffect(() => setMounted(true), [])
  return (
    <Drawer
      opened={opened && isMounted}
      onClose={onClose}
      size={288}
      padding="xs"
      title={m.app_sidebar_title()}
      closeButtonProps={{ 'aria-label': m.app_close_menu() }}
      transitionProps={{ duration: 120 }}
    >
      <nav aria-label={m.app_main_menu()}>
        <NavList onGo={onClose} />
      </nav>
      <div className={classes.drawerFoot}>
        <LocationSwitch fullWidth />
        <LanguageSwitch />
        <Button
          variant="default"
          fullWidth
          leftSection={<IconLogout size={18} aria-hidden="true" />}
          onClick={() => void askAndLogOut()}
        >
          {m.app_logout()}
        </Button>
      </div>
    </Drawer>
  )
}
