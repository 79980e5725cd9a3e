import { Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './overview.module.css'

type Given = { title: string; aside?: ReactNode; children: ReactNode }

/** A titled part of the dashboard; `aside` is next to the title. */
export function Section({ title, aside, children }: Given) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <Title order={2} id={id} fz="md">
          {title}
        </Title>
        {aside}
      </div>
      {children}
    </section>
  )
}
