import { sessions } from '@ats/contract/identity/sessions.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#kernel/call.ts'

/** One's own sessions, this one first and then the latest seen. */
export const sessionList = queryOptions({
  queryKey: ['sessions'],
  meta: { live: ['user'] },
  queryFn: async ({ signal }) => {
    const { sessions: all } = await call(sessions.list, {}, { signal })
    return all.toSorted((a, b) => Number(b.current) - Number(a.current))
  },
})

/** With an id that one ends, without one all but this. */
export function useEndSessions() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id?: string) =>
      id === undefined ? call(sessions.endOthers, {}) : call(sessions.end, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: sessionList.queryKey }),
  })
}
