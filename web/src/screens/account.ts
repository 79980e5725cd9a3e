import { m } from '#texts'
import { screen } from './screen.ts'

export const account = {
  '/dashboard/$location/profile': screen({
    title: m.profile_title,
    permission: 'signed-in',
    listed: { you: m.nav_profile },
    load: async () => (await import('#features/identity/profile/profile-page.tsx')).Profile,
  }),
  '/dashboard/$location/notifications': screen({
    title: m.notifications_title,
    permission: 'signed-in',
    listed: { you: m.nav_notifications },
    load: async () => (await import('#features/notifications/notifications-page.tsx')).Notifications,
  }),
  '/dashboard/$location/exports': screen({
    title: m.exports_title,
    permission: 'signed-in',
    listed: { you: m.nav_exports },
    load: async () => (await import('#features/exports/exports-page.tsx')).Exports,
  }),
  '/dashboard/$location/views': screen({
    title: m.views_title,
    permission: 'signed-in',
    listed: { you: m.views_title },
    load: async () => (await import('#features/views/views-page.tsx')).SavedViews,
  }),
  '/dashboard/$location/help-desk': screen({
    title: m.help_title,
    permission: 'signed-in',
    listed: { you: m.nav_help_desk },
    load: async () => (await import('#features/help/help-desk.tsx')).HelpDesk,
  }),
  '/dashboard/$location/help-desk/$id': screen({
    title: m.help_request_title,
    permission: 'signed-in',
    listed: {},
    load: async () => (await import('#features/help/help-request-page.tsx')).HelpRequestPage,
  }),
}
