import { sessions } from '@ats/contract/identity/sessions.ts'
import { userSessions } from '@ats/contract/identity/user-sessions.ts'
import { call } from '#kernel/http/call.ts'
import { query } from '#kernel/http/query.ts'
import { useWriting } from '#kernel/http/use-change.ts'

/** The person's sessions: this one first, then the most recent. */
export const sessionList = query(
  sessions.list,
  {},
  { select: ({ sessions: all }) => all.toSorted((a, b) => Number(b.current) - Number(a.current)) },
)

/** Ends the session with this id, or without an id all others. */
export const useEndSessions = () =>
  useWriting(sessions.end.writes, (id?: string) =>
    id === undefined ? call(sessions.endOthers, {}) : call(sessions.end, { params: { id } }),
  ).mutateAsync

export const sessionsOfUser = (id: string) =>
  query(userSessions.list, { params: { id } }, { select: ({ sessions: all }) => all })

/** Ends the session with this id, or without an id all of the user. */
export const useEndSessionsOfUser = (id: string) =>
  useWriting(userSessions.end.writes, (sessionId?: string) =>
    sessionId === undefined
      ? call(userSessions.endAll, { params: { id } })
      : call(userSessions.end, { params: { id, sessionId } }),
  ).mutateAsync
