import { useMemo } from 'react'
import { useLocalSetting } from '#kernel/device/local-setting.ts'
import { useSession } from '#kernel/session/session.ts'
import type { Column } from './column.ts'

type KeptColumns = { order: string[]; shown: Record<string, boolean>; widths?: Record<string, number> }
export const untouchedColumns: KeptColumns = { order: [], shown: {} }

/** The columns of a list as the person chose and ordered them. */
export function useKeptColumns<Row>(name: string, columns: Column<Row>[]) {
  const person = useSession()?.user._id ?? ''
  const [kept, keep] = useLocalSetting<KeptColumns>(`columns:${person}:${name}`, untouchedColumns)
  const ordered = useMemo(() => fullOrder(columns, kept.order), [columns, kept.order])
  const isShown = useMemo(() => visibility(columns, kept.shown), [columns, kept.shown])
  return { kept, keep, ordered, isShown, shown: ordered.filter(({ id }) => isShown(id)) }
}

/** The columns that the person sees in a list, in their order; nothing can be pressed on paper. */
export const useColumnsOnPaper = <Row>(name: string, columns: Column<Row>[]) =>
  useKeptColumns(name, columns).shown.filter(
    ({ card, onPaper }) => card !== 'actions' && onPaper !== 'nothing',
  )

/** Columns that came after the person chose an order stand at their usual place, at the end of it. */
function fullOrder<Row>(columns: Column<Row>[], kept: string[]): Column<Row>[] {
  const chosen = kept.flatMap((id) => columns.find((column) => column.id === id) ?? [])
  return [...chosen, ...columns.filter(({ id }) => !kept.includes(id))]
}

function visibility<Row>(columns: Column<Row>[], shown: Record<string, boolean>) {
  const isShown = new Map(
    columns.map(({ id, hidden }) => [id, hidden === 'never' || (shown[id] ?? hidden !== 'at-first')]),
  )
  return (id: string) => isShown.get(id) === true
}
