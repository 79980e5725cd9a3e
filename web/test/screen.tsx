import { exports } from '@ats/contract/exports.ts'
import { floors } from '@ats/contract/floors.ts'
import { directorySignIn } from '@ats/contract/identity/directory-sign-in.ts'
import type { Me } from '@ats/contract/identity/sessions.ts'
import { sessions } from '@ats/contract/identity/sessions.ts'
import { live } from '@ats/contract/live.ts'
import { notifications } from '@ats/contract/notifications.ts'
import { places } from '@ats/contract/places.ts'
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router'
import { page } from 'vitest/browser'
import { parseSearch, stringifySearch } from '#kernel/address/url-search.ts'
import { endSession } from '#kernel/session/session.ts'
import { useLanguage } from '#kernel/words/language.ts'
import { routeTree } from '../src/routes.tsx'
import { isPrepared, leaveOpen, respond } from './responses.ts'
import { renderInTheme, signInAs } from './show.tsx'

function InLanguage({ router }: { router: ReturnType<typeof routerAt> }) {
  useLanguage()
  return <RouterProvider router={router as never} />
}

const routerAt = (address: string) =>
  createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    history: createMemoryHistory({ initialEntries: [address] }),
  })

/** Mocks the requests of the frame around every screen; a test may override them. */
function respondToFrame(person: Me) {
  respond(sessions.me, person)
  if (!isPrepared(places.cities)) respond(places.cities, { cities: [] })
  if (!isPrepared(notifications.list))
    respond(notifications.list, { notifications: [], more: false, unread: 0 })
  if (!isPrepared(floors.list)) respond(floors.list, { floors: [] })
  if (!isPrepared(exports.list)) respond(exports.list, { exports: [] })
  if (!isPrepared(directorySignIn.mine)) respond(directorySignIn.mine, { directories: [] })
  leaveOpen(live.stream)
}

/** Opens an address without a session. */
export async function openAsStranger(address: string) {
  endSession('lost')
  return openAt(address)
}

/** Opens an address as a signed-in person; the test mocks the requests of the screen itself. */
export async function openScreen(address: string, person: Partial<Me> = {}) {
  respondToFrame(signInAs(person))
  return openAt(address)
}

async function openAt(address: string) {
  await page.viewport(1280, 800)
  const router = routerAt(address)
  await router.load()
  await renderInTheme(<InLanguage router={router} />)
  return router
}
