import type { ReportList, reports } from '@ats/contract/reports.ts'
import type { ComponentType } from 'react'
import type { z } from 'zod'
import { dayHere } from '#kernel/words/format.ts'
import type { Column, FilterInput } from '#ui/table/column.ts'

/** The values of a form, by their search parameters. */
export type Values = Record<string, string | undefined>

/** Props of a field's input, including the form values it may depend on. */
export type FieldInput = FilterInput

/** A field of a report's form, by its name in the address and in the request. */
export type Field<Name extends string = string> = {
  name: Name
  label: () => string
  Input: ComponentType<FieldInput>
  /** Shows a value to people; by default the value itself. */
  Value?: ComponentType<{ value: string }>
  /**
   * Fields whose choices depend on this one. They are cleared when it changes, unless `leavesIn` keeps them.
   */
  leads?: readonly Name[]
  /** Whether a value of a dependent field is still valid for a value of this one. */
  leavesIn?: (value: string, led: string) => boolean
  /** The values of other fields that follow from a value of this one. */
  fills?: (value: string) => Promise<Values>
}

/** The filter with the days that the report reads if the address names none. */
export const withDays = <Filter extends object>({ days }: Report, filter: Filter): Filter => ({
  ...filter,
  ...days?.(filter as Values, dayHere()),
})

type ReportCall = (typeof reports)[keyof typeof reports]
type ReportRow = object

/** The declaration of a report. Its screen, form, export and print-out are built from it. */
export type Report = {
  /** Its name as an export list. */
  list: ReportList
  title: () => string
  /** The question that it answers, in one sentence. */
  about: () => string
  call: ReportCall
  filter: z.ZodObject
  fields: readonly Field[]
  /** The days of a report without them in its address: shown in the fields, and sent. */
  days?: (given: Values, today: string) => Values
  columns: Column<ReportRow>[]
  /** Its rows have the fields of the organisation, which are columns that a person can show. */
  hasOwnFields?: boolean
  rowId: (row: ReportRow) => string
  /** The id of the asset that a row is about; the row opens its panel. */
  assetOf?: (row: ReportRow) => string
  /** The number of rows, as text. */
  one: (given: { count: string }) => string
  other: (given: { count: string }) => string
}

type Row<Call extends ReportCall> = z.output<Call['reply']>['rows'][number]
type Declared<Call extends ReportCall> = Omit<Report, 'call' | 'fields' | 'columns' | 'rowId' | 'assetOf'> & {
  call: Call
  fields: readonly Field<keyof z.output<Call['query']> & string>[]
  columns: (Column<Row<Call>> & { id: keyof Row<Call> & string; sort?: z.output<Call['query']>['sort'] })[]
  rowId: (row: Row<Call>) => string
  assetOf?: (row: Row<Call>) => string
}

/** Erases the row type, so that different reports fit into one list: each reads only its own rows. */
export const report = <Call extends ReportCall>(declared: Declared<Call>): Report =>
  declared as unknown as Report
