import { ThemeIcon } from '@mantine/core'
import type { ReactNode } from 'react'
import { Heading } from './heading.tsx'
import classes from './message-page.module.css'

type Props = {
  icon: ReactNode
  color?: string
  title: string
  text: string
  /** What the person can do elsewhere. */
  hint?: string
  children?: ReactNode
}

/** A page with a single message and a way to continue. */
export function MessagePage({ icon, color = 'indigo', title, text, hint, children }: Props) {
  return (
    <div className={classes.message}>
      <ThemeIcon size={64} radius="xl" variant="light" color={color} aria-hidden="true">
        {icon}
      </ThemeIcon>
      <Heading title={title} />
      <p className={classes.text}>{text}</p>
      {hint !== undefined && <p className={classes.hint}>{hint}</p>}
      <div className={classes.actions}>{children}</div>
    </div>
  )
}
