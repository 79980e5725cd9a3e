import { createRootRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { loadPart } from '#kernel/parts.ts'
import {
  completePath,
  leaveWhenSignedIn,
  lowerCaseCity,
  requirePermission,
  requireSession,
} from './guards.ts'
import type { ScreenPath } from './screens.tsx'

/** The router would reload the page for a file that is missing, and so lose it where there is no connection. */
const loaded = <Module extends Record<string, ComponentType>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) => lazyRouteComponent(() => loadPart(load), name)

const identity = {
  layout: loaded(() => import('#features/identity/sign-in/public-layout.tsx'), 'PublicLayout'),
  login: loaded(() => import('#features/identity/sign-in/login.tsx'), 'Login'),
  register: loaded(() => import('#features/identity/sign-in/register.tsx'), 'Register'),
  forgot: loaded(() => import('#features/identity/sign-in/forgot-password.tsx'), 'ForgotPassword'),
  reset: loaded(() => import('#features/identity/sign-in/reset-password.tsx'), 'ResetPassword'),
}

const root = createRootRoute({
  component: loaded(() => import('./root.tsx'), 'Root'),
  notFoundComponent: loaded(() => import('./root.tsx'), 'PlainNotFound'),
})

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/login' })
  },
})

const anyone = createRoute({ getParentRoute: () => root, id: 'public', component: identity.layout })

type LoginSearch = { next?: string }
const login = createRoute({
  getParentRoute: () => anyone,
  path: 'login',
  validateSearch: ({ next }: Record<string, unknown>): LoginSearch =>
    typeof next === 'string' ? { next } : {},
  beforeLoad: leaveWhenSignedIn,
  component: identity.login,
})
const register = createRoute({
  getParentRoute: () => anyone,
  path: 'register',
  beforeLoad: () => leaveWhenSignedIn({ search: {} }),
  component: identity.register,
})
const forgotPassword = createRoute({
  getParentRoute: () => anyone,
  path: 'forgot-password',
  component: identity.forgot,
})
const resetPassword = createRoute({
  getParentRoute: () => anyone,
  path: 'reset-password',
  component: identity.reset,
})

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: requireSession,
  component: loaded(() => import('#shell/shell.tsx'), 'Shell'),
})
const dashboard = createRoute({
  getParentRoute: () => signedIn,
  path: 'dashboard',
  beforeLoad: () => {
    throw redirect({ to: '/dashboard/$location', params: { location: 'default' } })
  },
})
const assetList = createRoute({
  getParentRoute: () => signedIn,
  path: 'dashboard/asset-list',
  beforeLoad: () => {
    throw redirect({ to: '/dashboard/$location/manage-asset/view-assets', params: { location: 'default' } })
  },
})
const unauthorized = createRoute({
  getParentRoute: () => signedIn,
  path: 'unauthorized',
  component: loaded(() => import('#ui/unauthorized.tsx'), 'Unauthorized'),
})

/** The list of screens stays out of the first file that everyone loads. */
const screen = (path: ScreenPath) =>
  loaded(async () => ({ Screen: await (await import('./screens.tsx')).load(path) }), 'Screen')

const beside = <const P extends ScreenPath>(path: P) =>
  createRoute({ getParentRoute: () => signedIn, path: `dashboard/${path}` as const, component: screen(path) })

const city = createRoute({
  getParentRoute: () => signedIn,
  path: 'dashboard/$location',
  beforeLoad: lowerCaseCity,
})

const below = <const P extends ScreenPath>(path: P) =>
  createRoute({ getParentRoute: () => city, path, component: screen(path) })

const forUserManagers = <const P extends ScreenPath>(path: P) =>
  createRoute({
    getParentRoute: () => city,
    path,
    beforeLoad: requirePermission('user-management'),
    component: screen(path),
  })

const elsewhere = createRoute({
  getParentRoute: () => signedIn,
  path: '$',
  beforeLoad: completePath,
  component: loaded(() => import('#ui/not-found.tsx'), 'NotFound'),
})

const screensOfACity = [
  below('/'),
  below('landing-v2'),
  below('masters/mm-master'),
  below('masters/property-master'),
  below('masters/aou-master'),
  below('masters/asset-name-master'),
  below('masters/city-master'),
  below('masters/asset-state-master'),
  below('masters/vendor-master'),
  below('masters/brand-master'),
  below('manage-asset/asset-registration'),
  below('manage-asset/bulk-asset-registration'),
  below('manage-asset/view-assets'),
  below('products'),
  below('products/create-product'),
  below('products/$id'),
  below('categories'),
  below('categories/create-category'),
  below('categories/$id'),
  below('orders'),
  below('orders/create-order'),
  below('orders/$id'),
  below('reviews'),
  below('reviews/create-review'),
  below('reviews/$id'),
  forUserManagers('users'),
  forUserManagers('users/create-user'),
  forUserManagers('users/$id'),
  forUserManagers('view-roles'),
  forUserManagers('view-roles/$id'),
  forUserManagers('add-role'),
  forUserManagers('audit-log'),
  below('change-password'),
  below('profile'),
  below('notifications'),
  below('exports'),
  below('help-desk'),
] as const

export const routeTree = root.addChildren([
  start,
  anyone.addChildren([login, register, forgotPassword, resetPassword]),
  signedIn.addChildren([
    dashboard,
    assetList,
    unauthorized,
    beside('manage-assets'),
    beside('asset-state-change'),
    beside('asset-wise'),
    beside('physical-inventory'),
    beside('deleted-assets'),
    city.addChildren(screensOfACity),
    elsewhere,
  ]),
])
