import type { ReportList, reports } from '@ats/contract/reports.ts'
import type { ComponentType } from 'react'
import type { z } from 'zod'
import type { Column, FilterInput } from '#ui/table/column.ts'

/** The values of a form, by their names in the address. */
export type Values = Record<string, string | undefined>

/** What the input of a field is told, among it the values of the form that it may follow. */
export type FieldInput = FilterInput

/** One field of a report's form, under the name that it has in the address and in the call. */
export type Field<Name extends string = string> = {
  name: Name
  label: () => string
  Input: ComponentType<FieldInput>
  /** A value as people read it; without one it is read as it stands. */
  Value?: ComponentType<{ value: string }>
  /** Fields whose choices follow from this one: they are emptied with it, unless `leavesIn` keeps them. */
  leads?: readonly Name[]
  /** Whether a value of a led field still fits a value of this one. */
  leavesIn?: (value: string, led: string) => boolean
  /** The values of other fields that follow from a value of this one. */
  fills?: (value: string) => Promise<Values>
}

type ReportCall = (typeof reports)[keyof typeof reports]
type ReportRow = object

/** All that a report is made of; its screen, its form, its file and its paper are read from it. */
export type Report = {
  /** Its name among the exported lists. */
  list: ReportList
  title: () => string
  /** What it answers, in one sentence. */
  about: () => string
  call: ReportCall
  /** What the address holds. */
  filter: z.ZodObject
  fields: readonly Field[]
  columns: Column<ReportRow>[]
  rowId: (row: ReportRow) => string
  /** The asset that a row is about, whose panel it opens. */
  assetOf?: (row: ReportRow) => string
  /** How many rows there are, in words. */
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

/** Lets reports with different rows stand side by side: each reads its rows by itself. */
export const report = <Call extends ReportCall>(declared: Declared<Call>): Report =>
  declared as unknown as Report
