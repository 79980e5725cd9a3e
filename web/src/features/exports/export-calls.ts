import { exports } from '@ats/contract/exports.ts'
import { call } from '#kernel/http/call.ts'
import { query } from '#kernel/http/query.ts'

const askAgainMs = 1000

export const isUnderWay = (status: string | undefined) => status === 'waiting' || status === 'writing'

export const exportById = (id: string) =>
  query(
    exports.get,
    { params: { id } },
    {
      refetchInterval: ({ state }) => (state.data && !isUnderWay(state.data.status) ? false : askAgainMs),
      staleTime: 0,
    },
  )

/** Fetched once per page load: exports that another tab starts are followed there. */
export const ownExports = query(exports.list, { query: {} }, { reads: [] })

export const exportList = (everyone: 'true' | 'false') =>
  query(
    exports.list,
    { query: { everyone } },
    {
      refetchInterval: ({ state }) =>
        state.data?.exports.some(({ status }) => isUnderWay(status)) ? askAgainMs : false,
      staleTime: 0,
    },
  )

export const cancelExport = (id: string) => call(exports.cancel, { params: { id } })

/** The browser downloads the file itself, so that even a large one never takes up the page's memory. */
export async function downloadExport(id: string) {
  const { address } = await call(exports.ticket, { params: { id } })
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}

const key = 'exports'
const expected = (): string[] => (sessionStorage.getItem(key) ?? '').split(' ').filter(Boolean)

/** The tab that requested a workbook downloads it, even after a reload; other tabs only offer it. */
export const isExpectedHere = (id: string) => expected().includes(id)
export const expectHere = (id: string) => sessionStorage.setItem(key, [...expected(), id].join(' '))
export const expectNoMore = (id: string) =>
  sessionStorage.setItem(
    key,
    expected()
      .filter((one) => one !== id)
      .join(' '),
  )
