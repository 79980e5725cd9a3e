import { createRootRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { everywhere } from '#kernel/address/location.ts'
import type { UrlSearch } from '#kernel/address/url-search.ts'
import { loadAppFile } from '#kernel/device/app-files.ts'
import { requestEarly } from '#kernel/http/early-requests.ts'
import { useLanguage } from '#kernel/words/language.ts'
import {
  completePath,
  leaveWhenSignedIn,
  lowerCaseCity,
  requireCounter,
  requireDuty,
  requirePermission,
  requireSession,
} from './guards.ts'
import { type ScreenPath, screenAt, screenPaths } from './screens.ts'

/** Re-renders in place when the language changes: input and query data stay. */
const inLanguage = (Shown: ComponentType) =>
  function InLanguage() {
    useLanguage()
    return <Shown />
  }

/**
 * By default the router reloads the page when a file is missing, which loses the page when the connection is
 * down.
 */
const loaded = <Module extends Record<string, ComponentType>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) =>
  lazyRouteComponent(async () => {
    const module = await loadAppFile(load)
    return { Shown: inLanguage(module[name] as ComponentType) }
  }, 'Shown')

const identity = {
  layout: loaded(() => import('#features/identity/sign-in/public-layout.tsx'), 'PublicLayout'),
  login: loaded(() => import('#features/identity/sign-in/login.tsx'), 'Login'),
  callback: loaded(() => import('#features/identity/sign-in/directory-callback.tsx'), 'DirectoryCallback'),
  register: loaded(() => import('#features/identity/sign-in/register.tsx'), 'Register'),
  forgot: loaded(() => import('#features/identity/sign-in/forgot-password.tsx'), 'ForgotPassword'),
  confirmEmail: loaded(() => import('#features/identity/sign-in/confirm-email.tsx'), 'ConfirmEmail'),
  firstPassword: loaded(() => import('#features/identity/sign-in/first-password.tsx'), 'FirstPassword'),
  setUp: loaded(() => import('#features/identity/second-factor/required-page.tsx'), 'RequiredFactor'),
  reset: loaded(() => import('#features/identity/sign-in/reset-password.tsx'), 'ResetPassword'),
}

const certificates = {
  check: loaded(() => import('#features/certificates/check-page.tsx'), 'CheckCertificate'),
  custodian: loaded(() => import('#features/certificates/custodian-page.tsx'), 'CustodianSigns'),
}

const root = createRootRoute({
  validateSearch: (search): UrlSearch => search as UrlSearch,
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
const withNext = ({ next }: Record<string, unknown>): LoginSearch =>
  typeof next === 'string' ? { next } : {}
const login = createRoute({
  getParentRoute: () => anyone,
  path: 'login',
  validateSearch: withNext,
  beforeLoad: leaveWhenSignedIn,
  component: identity.login,
})
const directoryCallback = createRoute({
  getParentRoute: () => anyone,
  path: 'login/callback',
  component: identity.callback,
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
const newPassword = createRoute({
  getParentRoute: () => anyone,
  path: 'new-password',
  validateSearch: withNext,
  beforeLoad: requireDuty('change-password'),
  component: identity.firstPassword,
})
const confirmEmail = createRoute({
  getParentRoute: () => anyone,
  path: 'confirm-email',
  component: identity.confirmEmail,
})
const secondFactor = createRoute({
  getParentRoute: () => anyone,
  path: 'second-factor',
  validateSearch: withNext,
  beforeLoad: requireDuty('set-up-second-factor'),
  component: identity.setUp,
})

const checkCertificate = createRoute({
  getParentRoute: () => anyone,
  path: 'certificate/$id/$code',
  component: certificates.check,
})
const custodianSigns = createRoute({
  getParentRoute: () => anyone,
  path: 'custodian',
  component: certificates.custodian,
})

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: requireSession,
  component: loaded(() => import('#shell/signed-in.tsx'), 'SignedIn'),
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
/** The address on a label leads to its record on the screen that lists it. */
const toRecord =
  (to: ScreenPath, panel: string) =>
  ({ params: { id } }: { params: { id: string } }) => {
    throw redirect({ to, params: { location: everywhere }, search: { [panel]: id.toLowerCase() } })
  }
const assetOfLabel = createRoute({
  getParentRoute: () => signedIn,
  path: 'asset/$id',
  beforeLoad: toRecord('/dashboard/$location/manage-asset/view-assets', 'asset'),
})
const placeOfLabel = createRoute({
  getParentRoute: () => signedIn,
  path: 'place/$id',
  beforeLoad: toRecord('/dashboard/$location/places', 'place'),
})
const unauthorized = createRoute({
  getParentRoute: () => signedIn,
  path: 'unauthorized',
  component: loaded(() => import('#ui/page/unauthorized.tsx'), 'Unauthorized'),
})

type Opened = { location: { pathname: string; searchStr: string } }
const cityIn = (pathname: string) => pathname.split('/')[2] ?? everywhere

/** The options that all screen routes share, from the screen's declaration. */
function declared(path: ScreenPath) {
  const { title, permission, onlyEverywhere, layout, load, early } = screenAt(path)
  const mayOpen = requirePermission(permission)
  return {
    staticData: { title, permission, onlyEverywhere, layout },
    beforeLoad: ({ location: { pathname, searchStr } }: Opened) => {
      mayOpen()
      if (searchStr === '') requestEarly(early?.(cityIn(pathname)) ?? [])
    },
    component: loaded(async () => ({ Screen: await load() }), 'Screen'),
  }
}

const city = createRoute({
  getParentRoute: () => signedIn,
  path: 'dashboard/$location',
  beforeLoad: lowerCaseCity,
})

/** Separate from the signed-in routes: it works without a session and without a network. */
const countPath = '/count'
const counting = createRoute({
  getParentRoute: () => root,
  id: 'counting',
  beforeLoad: requireCounter,
  component: loaded(() => import('#shell/counting.tsx'), 'Counting'),
})
const count = createRoute({ getParentRoute: () => counting, path: 'count', ...declared(countPath) })

const belowCity = '/dashboard/$location'
type PathBelowCity = Extract<ScreenPath, `${typeof belowCity}${string}`>
type PathBesideCity = Exclude<ScreenPath, PathBelowCity | typeof countPath>
type Below<P extends PathBelowCity> = P extends `${typeof belowCity}/${infer Rest}` ? Rest : '/'

const below = <const P extends PathBelowCity>(path: P) =>
  createRoute({
    getParentRoute: () => city,
    path: (path.slice(belowCity.length + 1) || '/') as Below<P>,
    ...declared(path),
  })
type Beside<P extends PathBesideCity> = P extends `/${infer Path}` ? Path : never
const beside = <const P extends PathBesideCity>(path: P) =>
  createRoute({ getParentRoute: () => signedIn, path: path.slice(1) as Beside<P>, ...declared(path) })

const isBelowCity = (path: ScreenPath): path is PathBelowCity => path.startsWith(belowCity)
const isBesideCity = (path: ScreenPath): path is PathBesideCity => !isBelowCity(path) && path !== countPath

/** `Routes` maps each path to its route type, so that links are type-checked against the declarations. */
const routesOf = <Routes,>(paths: (keyof Routes)[], route: (path: keyof Routes) => unknown) =>
  Object.fromEntries(paths.map((path) => [path, route(path)])) as Routes

const screensOfACity = routesOf<{ [P in PathBelowCity]: ReturnType<typeof below<P>> }>(
  screenPaths.filter(isBelowCity),
  below,
)
const screensBeside = routesOf<{ [P in PathBesideCity]: ReturnType<typeof beside<P>> }>(
  screenPaths.filter(isBesideCity),
  beside,
)

const elsewhere = createRoute({
  getParentRoute: () => signedIn,
  path: '$',
  beforeLoad: completePath,
  component: loaded(() => import('#ui/page/not-found.tsx'), 'NotFound'),
})

/** All building blocks on one page. The condition excludes it from builds. */
const whileDeveloping: object = import.meta.env.DEV
  ? {
      gallery: createRoute({
        getParentRoute: () => signedIn,
        path: 'dev/gallery',
        component: loaded(() => import('./dev/gallery.tsx'), 'Gallery'),
      }),
    }
  : {}

export const routeTree = root.addChildren([
  start,
  anyone.addChildren([
    login,
    directoryCallback,
    register,
    forgotPassword,
    resetPassword,
    newPassword,
    confirmEmail,
    secondFactor,
    checkCertificate,
    custodianSigns,
  ]),
  counting.addChildren([count]),
  signedIn.addChildren({
    dashboard,
    assetList,
    assetOfLabel,
    placeOfLabel,
    unauthorized,
    ...screensBeside,
    city: city.addChildren(screensOfACity),
    elsewhere,
    ...whileDeveloping,
  }),
])
