import type { Master } from '@ats/contract/masters.ts'
import { VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import type { ListFilter, SetListFilter } from '#ui/table/column.ts'
import type { MasterRow } from './queries.ts'

/** A record that was just added: the list opens at its page and marks it. A search that would hide it is cleared. */
export function useLanded([filter, setFilter]: readonly [ListFilter, SetListFilter, ...unknown[]]) {
  const [id, setId] = useState<string>()
  const show = (record: Master) => {
    setId(record.id)
    const hides = !record.name.toLowerCase().includes((filter.search ?? '').toLowerCase())
    if (hides || filter.cursor !== undefined)
      setFilter({ cursor: undefined, ...(hides && { search: undefined }) }, 'replace')
  }
  const around = id !== undefined && filter.cursor === undefined ? { around: id } : {}
  return { id, show, around }
}

/** Says where it landed to those who do not see the mark. */
export function Landed({ id, rows = [] }: { id: string | undefined; rows: MasterRow[] | undefined }) {
  const row = rows.find((one) => one.id === id)
  return (
    <VisuallyHidden role="status">
      {row && m.masters_landed({ name: row.name, position: formatNumber(row.slNo) })}
    </VisuallyHidden>
  )
}
