import { Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './dashboard.module.css'

export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <Title order={2} id={id} fz="md">
        {title}
      </Title>
      {children}
    </section>
  )
}
