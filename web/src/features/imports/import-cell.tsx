import { isOwnColumn } from '@ats/contract/import-columns.ts'
import type { AssetImport, ImportRow } from '@ats/contract/imports.ts'
import { TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'
import { messageText } from '#kernel/http/message-text.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import classes from './corrections.module.css'
import { useCorrections } from './import-corrections.ts'

export type Problem = ImportRow['problems'][number]

type ReasonsProps = { problems: readonly Problem[]; title?: (column: string) => string }

/** Why a cell or row is wrong; with the column if there is no cell to show it at. */
export function Reasons({ problems, title }: ReasonsProps) {
  return (
    <span className={classes.reason}>
      {problems.map(({ column, value: _value, reason, ...by }) => (
        <span key={`${column} ${reason}`}>
          <IconAlertTriangle size={14} aria-hidden="true" />
          {title !== undefined && isOwnColumn(column) && `${title(column)}: `}
          {messageText({ message: reason, ...by })}
        </span>
      ))}
    </span>
  )
}

const wrongCell = '[data-wrong-cell]'

/** Moves to the next wrong cell; after the last one, to the number of wrong cells. */
function focusNext(from: HTMLElement) {
  const all = [...(from.closest('[role="tabpanel"]')?.querySelectorAll<HTMLElement>(wrongCell) ?? [])]
  const next = all[all.indexOf(from) + 1]
  if (next !== undefined) return next.focus()
  from.closest('[role="tabpanel"]')?.querySelector<HTMLElement>('[data-wrong-count]')?.focus()
}

type Props = {
  record: AssetImport
  row: ImportRow
  at: number
  problems: readonly Problem[]
  list: string | undefined
}

/** A wrong cell is corrected where it is: Enter commits and goes on, Escape reverts. */
export function WrongCell({ record, row, at, problems, list }: Props) {
  const value = row.cells[at] ?? ''
  const { correct } = useCorrections(record)
  const [draft, setDraft] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  const isReverted = useRef(false)
  const column = record.columns[at]
  const send = async (text: string) => {
    if (!column || text.trim() === value) return setDraft(undefined)
    setIsSending(true)
    const done = await correct({ of: { rows: [row.row] }, to: { column, value: text } })
    setIsSending(false)
    if (done) setDraft(undefined)
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      focusNext(event.currentTarget)
    }
    if (event.key === 'Escape' && draft !== undefined) {
      event.preventDefault()
      event.stopPropagation()
      isReverted.current = true
      setDraft(undefined)
    }
  }
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    if (!isReverted.current || draft !== undefined) void send(event.currentTarget.value)
    isReverted.current = false
  }
  return (
    <TextInput
      size="xs"
      className={classes.correction ?? ''}
      value={draft ?? value}
      error={<Reasons problems={problems} />}
      data-wrong-cell
      list={list}
      autoComplete="off"
      spellCheck={false}
      maxLength={1000}
      aria-label={m.imports_cell({
        column: record.headers[at] || m.imports_column_unnamed({ number: at + 1 }),
        number: formatNumber(row.row),
      })}
      aria-busy={isSending}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onKeyDown={press}
      onBlur={leave}
    />
  )
}
