import type { ShownUser } from '@ats/contract/identity/users.ts'
import { useQuery } from '@tanstack/react-query'
import { sessionsOfUser, useEndSessionsOfUser } from '#features/identity/sessions/sessions-queries.ts'
import { SessionsSheet } from '#features/identity/sessions/sessions-sheet.tsx'
import { m } from '#texts'
import { fullName } from './user-name.ts'

/** Where a user is logged in, for an administrator who may change them. */
export function UserSessions({ user }: { user: ShownUser }) {
  const name = fullName(user)
  return (
    <SessionsSheet
      query={useQuery(sessionsOfUser(user._id))}
      end={useEndSessionsOfUser(user._id)}
      words={{
        title: m.users_sessions_title(),
        lead: m.users_sessions_lead(),
        fetchFailed: m.users_sessions_failed(),
        none: m.users_sessions_none(),
        endAll: m.users_sessions_end_all(),
        question: m.users_sessions_question({ name }),
        allEnded: m.users_sessions_ended({ name }),
      }}
    />
  )
}
