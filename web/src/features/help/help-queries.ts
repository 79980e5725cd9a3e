import { type HelpStatus, help, type newHelpRequest } from '@ats/contract/help.ts'
import type { z } from 'zod'
import { pagesQuery, query } from '#kernel/http/query.ts'
import { useChange } from '#kernel/http/use-change.ts'

const size = 10

const pages = {
  initialPageParam: null as string | null,
  getNextPageParam: (page: { next: string | null }) => page.next,
  staleTime: 0,
}
const from = (cursor: string | null) => ({ size, ...(cursor !== null && { cursor }) })

export const ownRequests = pagesQuery(help.mine, (cursor: string | null) => ({ query: from(cursor) }), pages)

export const requestsOfOthers = (status: HelpStatus) =>
  pagesQuery(help.ofOthers, (cursor: string | null) => ({ query: { status, ...from(cursor) } }), pages)

export const helpRequestById = (id: string) => query(help.get, { params: { id } }, { staleTime: 0 })

type Asked = z.output<typeof newHelpRequest> & { image: Blob | null }

export const useAskForHelp = () =>
  useChange(help.create, ({ image, ...body }: Asked) => ({ body, ...(image && { image }) })).mutateAsync

/** Adds a message to an open conversation, or reopens a closed one. */
export const useWriteMessage = (id: string, how: 'write' | 'reopen') =>
  useChange(help[how], (body: { text: string }) => ({ params: { id }, body })).mutateAsync

export const useCloseRequest = (id: string) => useChange(help.close, () => ({ params: { id } })).mutateAsync
