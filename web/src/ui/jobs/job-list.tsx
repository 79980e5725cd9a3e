import { Badge } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './job-list.module.css'

export type JobStatus = { text: () => string; color: string }

export const StatusBadge = ({ status: { text, color } }: { status: JobStatus }) => (
  // A cell of a table would cut it off.
  <Badge variant="light" tt="none" color={color} miw="max-content">
    {text()}
  </Badge>
)

export const JobList = ({ label, children }: { label?: string; children: ReactNode }) => (
  <ul className={classes.list} aria-label={label}>
    {children}
  </ul>
)

type Props = {
  name: string
  /** The owner, the start and the size of the job. */
  facts: ReactNode
  status?: JobStatus | undefined
  problem?: string | undefined
  action: ReactNode
}

export function JobItem({ name, facts, status, problem, action }: Props) {
  return (
    <li className={classes.item}>
      <div className={classes.what}>
        <strong>{name}</strong>
        <span>{facts}</span>
        {problem !== undefined && <p>{problem}</p>}
      </div>
      {status === undefined ? <span /> : <StatusBadge status={status} />}
      <div className={classes.action}>{action}</div>
    </li>
  )
}
