import { Paper, Text } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'
import classes from './first-step.module.css'

type Props = {
  Icon: ComponentType<{ size: number; stroke: number }>
  title: string
  text: string
  /** The button of the first step, for people who may take it. */
  action?: ReactNode
}

/** Instead of an empty list: what the list is for, and the first step. */
export function FirstStep({ Icon, title, text, action }: Props) {
  return (
    <Paper component="section" withBorder className={classes.first ?? ''}>
      <Icon size={40} stroke={1.3} aria-hidden="true" />
      <div>
        <h2 className={classes.heading}>{title}</h2>
        <Text size="sm">{text}</Text>
      </div>
      {action}
    </Paper>
  )
}
