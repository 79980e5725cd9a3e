import { sessions } from '@ats/contract/identity/sessions.ts'
import { call } from '#kernel/http/call.ts'
import { query } from '#kernel/http/query.ts'
import { useWriting } from '#kernel/http/use-change.ts'

/** One's own sessions, this one first and then the latest seen. */
export const sessionList = query(
  sessions.list,
  {},
  { select: ({ sessions: all }) => all.toSorted((a, b) => Number(b.current) - Number(a.current)) },
)

/** With an id that one ends, without one all but this. */
export const useEndSessions = () =>
  useWriting(sessions.end.writes, (id?: string) =>
    id === undefined ? call(sessions.endOthers, {}) : call(sessions.end, { params: { id } }),
  )
