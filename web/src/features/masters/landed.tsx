import type { Master } from '@ats/contract/masters.ts'
import { VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import type { ListFilter, SetListFilter } from '#ui/table/column.ts'
import type { MasterRow } from './queries.ts'

/**
 * For a record that was just added: opens the list at its page and highlights it. Clears a search that would
 * hide it.
 */
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

/** Announces its position to screen readers, which do not see the highlight. */
export function Landed({ id, rows = [] }: { id: string | undefined; rows: MasterRow[] | undefined }) {
  const row = rows.find((one) => one.id === id)
  return (
    <VisuallyHidden role="status">
      {row && m.masters_landed({ name: row.name, position: formatNumber(row.slNo) })}
    </VisuallyHidden>
  )
}
