import type { Me } from '@ats/contract/identity/sessions.ts'
import { permissions } from '@ats/contract/permissions.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { render } from 'vitest-browser-react/pure'
import { parseSearch, stringifySearch } from '#kernel/address/url-search.ts'
import { readableColors, theme } from '#kernel/device/theme.ts'
import { queryClient } from '#kernel/http/query-client.ts'
import { beginSession } from '#kernel/session/session.ts'
import { ConfirmHost } from '#ui/dialog/confirm.tsx'
import { Toasts } from '#ui/toast/toasts.tsx'

const person: Me = {
  _id: '01900000-0000-7000-8000-000000000001',
  number: 1,
  name: 'Asha Verma',
  lastname: '',
  email: 'asha@example.com',
  jobTitle: '',
  role: 'admin',
  roleName: 'Admin',
  location: 'indore',
  locationName: 'Indore',
  places: [],
  status: 'active',
  picture: null,
  createdAt: '2026-01-01T00:00:00Z',
  createdBy: null,
  lastSignInAt: null,
  version: 1,
  newEmail: null,
  permissions: [...permissions],
  everywhere: true,
  mustFirst: null,
  countsBlind: [],
}

/** An administrator; `given` overrides it. */
export function signInAs(given: Partial<Me> = {}): Me {
  const one = { ...person, ...given }
  beginSession('test', one)
  return one
}

export const renderInTheme = (what: ReactNode) =>
  render(
    <MantineProvider theme={theme} cssVariablesResolver={readableColors}>
      {what}
    </MantineProvider>,
  )

/** Renders a component as on a page of a signed-in person: with theme, router, questions and toasts. */
export async function show(what: ReactNode, address = '/') {
  const history = createMemoryHistory({ initialEntries: [address] })
  const routeTree = createRootRoute({ component: () => what, notFoundComponent: () => what })
  const router = createRouter({ routeTree, history, parseSearch, stringifySearch })
  await router.load()
  const screen = await renderInTheme(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
      <ConfirmHost />
      <Toasts />
    </QueryClientProvider>,
  )
  return { ...screen, history }
}
