import { exports } from '@ats/contract/exports.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#kernel/call.ts'

const askAgainMs = 1000

export const isUnderWay = (status: string | undefined) => status === 'waiting' || status === 'writing'

export const exportById = (id: string) =>
  queryOptions({
    queryKey: ['exports', id],
    meta: { live: [] },
    queryFn: ({ signal }) => call(exports.get, { params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data && !isUnderWay(state.data.status) ? false : askAgainMs),
    staleTime: 0,
  })

export const ownExports = queryOptions({
  queryKey: ['exports'],
  meta: { live: [] },
  queryFn: ({ signal }) => call(exports.list, { query: {} }, { signal }),
})

export const exportList = (everyone: 'true' | 'false') =>
  queryOptions({
    queryKey: ['exports', 'list', everyone],
    meta: { live: ['export'] },
    queryFn: ({ signal }) => call(exports.list, { query: { everyone } }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.exports.some(({ status }) => isUnderWay(status)) ? askAgainMs : false,
    staleTime: 0,
  })

export const cancelExport = (id: string) => call(exports.cancel, { params: { id } })

/** The browser fetches the file by itself, so that one of any size never sits in the page's memory. */
export async function downloadExport(id: string) {
  const { address } = await call(exports.ticket, { params: { id } })
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}

const key = 'exports'
const expected = (): string[] => (sessionStorage.getItem(key) ?? '').split(' ').filter(Boolean)

/** The tab that asked for a workbook gets it, reloaded or not; another tab only offers it. */
export const isExpectedHere = (id: string) => expected().includes(id)
export const expectHere = (id: string) => sessionStorage.setItem(key, [...expected(), id].join(' '))
export const expectNoMore = (id: string) =>
  sessionStorage.setItem(
    key,
    expected()
      .filter((one) => one !== id)
      .join(' '),
  )
