import { useDisclosure, useHotkeys, useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { useLocalSetting } from '#kernel/device/local-setting.ts'
import { belowMenu } from '#kernel/device/theme.ts'
import { m } from '#texts'
import { useFetchLater } from '#ui/lazy/fetch-later.ts'
import { lazyPart } from '#ui/lazy/part.tsx'
import { Header } from './header.tsx'
import { ScreenOutlet } from './screen-outlet.tsx'
import classes from './shell.module.css'
import { Sidebar } from './sidebar.tsx'

const loadPalette = async () => (await import('./palette.tsx')).Palette
const loadMenu = async () => (await import('./menu-drawer.tsx')).MenuDrawer
const Palette = lazyPart(loadPalette)
const MenuDrawer = lazyPart(loadMenu)
/** A screen is shown before its keys work. */
const ScreenKeys = lazyPart(async () => (await import('./screen-keys.tsx')).ScreenKeys, {
  waiting: () => null,
  failed: () => null,
})
const KeysHelp = lazyPart(async () => (await import('./keys-help.tsx')).KeysHelp)

export function Frame({ onScan }: { onScan: (() => void) | undefined }) {
  const narrow = useMediaQuery(belowMenu, undefined, { getInitialValueInEffect: false })
  const [sidebar, keepSidebar] = useLocalSetting<'open' | 'closed'>('sidebar', 'open')
  const [drawer, setDrawer] = useDisclosure(false)
  const hadDrawer = useEver(drawer)
  const [palette, setPalette] = useDisclosure(false)
  const [help, setHelp] = useDisclosure(false)
  useHotkeys([['mod+K', setPalette.open]], [])
  useFetchLater(loadPalette)
  useFetchLater(loadMenu, narrow)

  return (
    <div className={classes.shell} data-sidebar={narrow ? 'none' : sidebar}>
      <a className={classes.skip} href="#content">
        {m.app_skip_to_content()}
      </a>
      <Header narrow={narrow} onMenu={setDrawer.open} onSearch={setPalette.open} onScan={onScan} />
      {narrow ? (
        hadDrawer && <MenuDrawer opened={drawer} onClose={setDrawer.close} />
      ) : (
        <Sidebar
          open={sidebar === 'open'}
          onToggle={() => keepSidebar(sidebar === 'open' ? 'closed' : 'open')}
        />
      )}
      <main id="content" tabIndex={-1} className={classes.main}>
        <ScreenOutlet />
      </main>
      {palette && <Palette onClose={setPalette.close} onKeys={setHelp.open} />}
      <ScreenKeys onHelp={setHelp.open} />
      {help && <KeysHelp onClose={setHelp.close} />}
    </div>
  )
}

/**
 * Whether it has ever been true: a component that was opened once stays mounted, so that its closing can be
 * animated.
 */
function useEver(now: boolean) {
  const [ever, setEver] = useState(now)
  if (now && !ever) setEver(true)
  return ever || now
}
