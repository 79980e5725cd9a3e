import { views } from '@ats/contract/views.ts'
import { firstFindings } from '#kernel/address/finder.ts'
import { screenLink } from '#kernel/address/location.ts'
import { call } from '#kernel/http/call.ts'
import { listName } from '#kernel/words/list-names.ts'
import { viewLink } from './view-address.ts'

/** Views by name, each with a link to its list. */
export async function findViews(search: string, city: string, signal: AbortSignal) {
  const { views: found } = await call(views.list, { query: { search } }, { signal })
  const findings = found.flatMap((view) => {
    const link = viewLink(view)
    return link === undefined ? [] : [{ id: view.id, text: view.name, detail: listName(view.list), link }]
  })
  return firstFindings(findings, screenLink('/dashboard/$location/views', city))
}
