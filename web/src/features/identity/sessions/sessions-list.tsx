import { IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCity } from '#kernel/address/location.ts'
import { m } from '#texts'
import { ButtonLink } from '#ui/text/link.tsx'
import { sessionList, useEndSessions } from './sessions-queries.ts'
import { SessionsSheet } from './sessions-sheet.tsx'

/** The person's own sessions. */
export function SessionsList() {
  return (
    <SessionsSheet
      query={useQuery(sessionList)}
      end={useEndSessions()}
      words={{
        title: m.sessions_title(),
        lead: m.sessions_lead(),
        fetchFailed: m.sessions_fetch_failed(),
        none: m.sessions_only_this(),
        endAll: m.sessions_end_others(),
        question: m.sessions_end_others_question(),
        allEnded: m.sessions_others_ended(),
      }}
      actions={<PasswordLink />}
    />
  )
}

function PasswordLink() {
  return (
    <ButtonLink
      to="/dashboard/$location/change-password"
      params={{ location: useCity() }}
      variant="default"
      leftSection={<IconKey size={16} aria-hidden="true" />}
    >
      {m.nav_change_my_password()}
    </ButtonLink>
  )
}
