import type { AssetImport, ImportProblemGroup } from '@ats/contract/imports.ts'
import { UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { messageText } from '#kernel/http/message-text.ts'
import { counted } from '#kernel/words/format.ts'
import { m } from '#texts'
import { useColumnTitles } from './import-column-titles.ts'
import { Rows } from './import-rows.tsx'
import classes from './imports.module.css'

/** Why rows stayed: each reason once, with the number of rows; the rows on demand. */
export function KeptRows({ record }: { record: AssetImport }) {
  const groups = record.problems.filter(({ kind }) => kind === 'kept')
  // Files that an earlier version checked have no groups.
  if (groups.length === 0) return <Rows record={record} kind="kept" />
  return (
    <ul className={classes.list}>
      {groups.map((group) => (
        <Group key={group.problem} record={record} group={group} isFirst={groups.length === 1} />
      ))}
    </ul>
  )
}

type GroupProps = { record: AssetImport; group: ImportProblemGroup; isFirst: boolean }

function Group({ record, group, isFirst }: GroupProps) {
  const [open, setOpen] = useState(isFirst)
  const id = useId()
  const { kind, problem, column, rows, reason, code, params } = group
  const { title } = useColumnTitles([column])
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
          {title(column)}: {messageText({ message: reason, code, ...(params && { params }) })}
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
