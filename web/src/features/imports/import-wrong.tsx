import type { AssetImport, ImportProblemGroup } from '@ats/contract/imports.ts'
import { Button, Text, UnstyledButton } from '@mantine/core'
import { IconArrowBackUp, IconFilter, IconFilterFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { messageText } from '#kernel/http/message-text.ts'
import { counted } from '#kernel/words/format.ts'
import { m } from '#texts'
import { useColumnTitles } from './import-column-titles.ts'
import { isCorrectable, useCorrections, wrongCells } from './import-corrections.ts'
import { Rows } from './import-rows.tsx'
import { CommonValues } from './import-values.tsx'
import classes from './imports.module.css'

/** The wrong rows in a table, and above it each reason once, to filter by or to correct together. */
export function WrongRows({ record }: { record: AssetImport }) {
  const groups = record.problems.filter(({ kind }) => kind === 'wrong')
  const isAsked = ({ problem }: ImportProblemGroup) =>
    record.status === 'ready' &&
    record.asks.some(({ column, answer }) => answer === null && problem === `${column}:missing`)
  const shown = groups.filter((group) => !isAsked(group))
  const [wanted, setWanted] = useState<string>()
  const problem = shown.find((group) => group.problem === wanted)?.problem
  return (
    <>
      <WrongCount record={record} />
      {shown.length < groups.length && <Text size="sm">{m.imports_waiting()}</Text>}
      <ul className={classes.list}>
        {shown.map((group) => (
          <li key={group.problem} className={classes.group}>
            <GroupButton
              group={group}
              isPressed={problem === group.problem}
              onPress={() => setWanted(problem === group.problem ? undefined : group.problem)}
            />
            <CommonValues record={record} group={group} />
          </li>
        ))}
      </ul>
      {/* Files that an earlier version checked have no groups. */}
      {(shown.length > 0 || groups.length === 0) && (
        <Rows record={record} kind="wrong" {...(problem !== undefined && { problem })} />
      )}
    </>
  )
}

function WrongCount({ record }: { record: AssetImport }) {
  const { undo } = useCorrections(record)
  const count = wrongCells(record)
  if (!isCorrectable(record)) return null
  return (
    <div className={classes.between}>
      <Text size="sm" fw={600} role="status" tabIndex={-1} data-wrong-count>
        {count === 0
          ? m.imports_wrong_none()
          : counted(count, m.imports_wrong_cells_one, m.imports_wrong_cells)}
      </Text>
      {record.corrections > 0 && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconArrowBackUp size={16} aria-hidden="true" />}
          onClick={() => void undo()}
        >
          {m.imports_correction_undo()}
        </Button>
      )}
    </div>
  )
}

type GroupProps = { group: ImportProblemGroup; isPressed: boolean; onPress: () => void }

/** Filters the table by its reason. */
function GroupButton({ group, isPressed, onPress }: GroupProps) {
  const { column, rows, reason, code, params } = group
  const { title } = useColumnTitles([column])
  const Icon = isPressed ? IconFilterFilled : IconFilter
  return (
    <UnstyledButton className={classes.groupButton ?? ''} aria-pressed={isPressed} onClick={onPress}>
      <Icon size={16} aria-hidden="true" />
      <span className={classes.problem}>
        {title(column)}: {messageText({ message: reason, code, ...(params && { params }) })}
      </span>
      <span className={classes.groupRows}>
        {counted(rows, m.imports_problem_rows_one, m.imports_problem_rows)}
      </span>
    </UnstyledButton>
  )
}
