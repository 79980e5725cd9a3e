import type { AssetImport, ImportProblemGroup } from '@ats/contract/imports.ts'
import { Text, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { messageText } from '#kernel/http/message-text.ts'
import { counted } from '#kernel/words/format.ts'
import { m } from '#texts'
import { columnTitle } from './import-column-titles.ts'
import { Rows } from './import-rows.tsx'
import classes from './imports.module.css'

type Props = { record: AssetImport; kind: 'wrong' | 'kept' }

/** Why rows are wrong or stayed: each reason once, with the number of rows; the rows on demand. */
export function ImportProblems({ record, kind }: Props) {
  const groups = record.problems.filter((group) => group.kind === kind)
  const isAsked = ({ problem }: ImportProblemGroup) =>
    record.status === 'ready' &&
    record.asks.some(({ column, answer }) => answer === null && problem === `${column}:missing`)
  const shown = groups.filter((group) => !isAsked(group))
  // Files that an earlier version checked have no groups.
  if (groups.length === 0) return <Rows record={record} kind={kind} />
  return (
    <>
      {shown.length < groups.length && <Text size="sm">{m.imports_waiting()}</Text>}
      <ul className={classes.list}>
        {shown.map((group) => (
          <Group key={group.problem} record={record} group={group} isFirst={shown.length === 1} />
        ))}
      </ul>
    </>
  )
}

type GroupProps = { record: AssetImport; group: ImportProblemGroup; isFirst: boolean }

function Group({ record, group, isFirst }: GroupProps) {
  const [open, setOpen] = useState(isFirst)
  const id = useId()
  const { kind, problem, column, rows, reason, code, params } = group
  const Chevron = open ? IconChevronDown : IconChevronRight
  return (
    <li className={classes.group}>
      <UnstyledButton
        className={classes.groupButton ?? ''}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Chevron size={18} aria-hidden="true" />
        <span className={classes.problem}>
          {columnTitle(column)}: {messageText({ message: reason, code, ...(params && { params }) })}
        </span>
        <span className={classes.groupRows}>
          {counted(rows, m.imports_problem_rows_one, m.imports_problem_rows)}
        </span>
      </UnstyledButton>
      <div id={id} className={classes.groupBody}>
        {open && <Rows record={record} kind={kind} problem={problem} />}
      </div>
    </li>
  )
}
