import type { ImportColumn } from '@ats/contract/import-columns.ts'
import type { AssetImport, ImportAsk, ImportDefaults } from '@ats/contract/imports.ts'
import { useState } from 'react'
import { messageOf } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { toast } from '#ui/toast/toast.ts'
import { useMatchColumns } from './import-queries.ts'

const fieldOf = {
  rfidTag: 'tagSeriesId',
  assetName: 'assetName',
  place: 'placeId',
  assetState: 'assetState',
} as const

/** The server's current assumptions for the questions that it asks. */
const answersOf = ({ asks, defaults }: AssetImport): ImportDefaults => {
  const answers = { ...defaults }
  for (const { column, answer } of asks) if (answer !== null) answers[fieldOf[column]] = answer
  return answers
}

const isSame = (one: ImportDefaults, other: ImportDefaults) =>
  Object.values(fieldOf).every((field) => one[field] === other[field])

/** The person's interpretation of the file, until the file is checked with it. */
export function useAnswers(record: AssetImport) {
  const [columns, setColumns] = useState(record.columns)
  const [defaults, setDefaults] = useState(() => answersOf(record))
  const [isBusy, setIsBusy] = useState(false)
  const match = useMatchColumns(record._id)
  const isChanged =
    columns.some((column, at) => column !== record.columns[at]) || !isSame(defaults, answersOf(record))
  const setColumn = (at: number, column: ImportColumn | null) =>
    setColumns(columns.map((before, index) => (index === at ? column : before === column ? null : before)))
  const answer = (column: ImportAsk['column'], value: string) => {
    const { [fieldOf[column]]: _before, ...others } = defaults
    setDefaults(value.trim() === '' ? others : { ...others, [fieldOf[column]]: value })
  }
  const check = async () => {
    if (isBusy || !isChanged) return
    setIsBusy(true)
    try {
      await match({ columns, defaults })
    } catch (error) {
      toast.failure(m.imports_match_failed(), messageOf(error, ''))
    } finally {
      setIsBusy(false)
    }
  }
  return { columns, setColumn, defaults, answer, isChanged, isBusy, check }
}

export type Answers = ReturnType<typeof useAnswers>

/** Identifies a check: another check or file starts with other answers. */
export const answersKey = ({ columns, asks, defaults }: AssetImport) =>
  JSON.stringify([columns, asks.map(({ column, answer }) => [column, answer]), defaults])
