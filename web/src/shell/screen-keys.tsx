import { useMatches, useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { screenLink, useCity } from '#kernel/address/location.ts'
import { countScreen } from '#kernel/device/recent.ts'
import { goKeys } from '#kernel/scanner/go-keys.ts'
import { isScreenInFront, isShortcut, useLoneKeys } from '#kernel/scanner/lone-keys.ts'
import { useSession } from '#kernel/session/session.ts'
import { goScreens } from './go-screens.ts'

/** Keys of every screen: `?` lists the keys, `g` and a letter open a screen. */
export function ScreenKeys({ onHelp }: { onHelp: () => void }) {
  const navigate = useNavigate()
  const city = useCity()
  const person = useSession()?.user
  useLoneKeys({ acts: { '?': onHelp }, enabled: isScreenInFront })
  const go = useEffectEvent((letter: string) => {
    const screen = goScreens(person).find((one) => one.letter === letter)
    if (screen !== undefined && isScreenInFront()) void navigate(screenLink(screen.to, city))
  })
  useEffect(() => {
    const keys = goKeys((letter) => go(letter))
    const listen = (event: KeyboardEvent) => keys.press(event, isShortcut(event) && isScreenInFront())
    globalThis.addEventListener('keydown', listen, { capture: true })
    return () => {
      keys.stop()
      globalThis.removeEventListener('keydown', listen, { capture: true })
    }
  }, [])
  useCountedScreen()
  return null
}

/** The palette offers the screens that the person opens often. */
function useCountedScreen() {
  const path = useMatches({ select: (matches) => matches.at(-1)?.fullPath })
  useEffect(() => {
    if (path !== undefined) countScreen(path)
  }, [path])
}
