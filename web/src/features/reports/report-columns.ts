import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ownFieldColumns, ownFieldList } from '#features/own-fields/own-fields.ts'
import type { Column } from '#ui/table/column.ts'
import type { Report } from './report.ts'

const none: OwnField[] = []

/** The columns of a report, with the fields of the organisation if its rows have them. */
export function useReportColumns({ columns, hasOwnFields = false }: Report): Column<object>[] {
  const { data: fields = none } = useQuery({ ...ownFieldList(), enabled: hasOwnFields })
  return useMemo(
    () => (hasOwnFields && fields.length > 0 ? [...columns, ...ownFieldColumns<object>(fields)] : columns),
    [columns, fields, hasOwnFields],
  )
}
