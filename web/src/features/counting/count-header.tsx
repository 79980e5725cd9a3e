import { ActionIcon } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { focusHeading, Heading } from '#ui/page/heading.tsx'
import classes from './counting.module.css'

type Props = {
  title: string
  above?: string | undefined
  back?: { label: string; onBack: () => void }
  children?: ReactNode
}

/** On the initial page load, the browser decides on the focus. */
let isLanding = true

/** The header of each step. The back button is in reach of the other hand. */
export function CountHeader({ title, above, back, children }: Props) {
  useEffect(() => {
    if (!isLanding && document.activeElement === document.body) focusHeading()
    isLanding = false
  }, [])
  return (
    <header className={classes.header}>
      {back !== undefined && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={48}
          aria-label={back.label}
          title={back.label}
          onClick={back.onBack}
        >
          <IconArrowLeft size={26} />
        </ActionIcon>
      )}
      <div className={classes.titles}>
        {above !== undefined && <p className={classes.above}>{above}</p>}
        <Heading title={title} fz="h3" />
      </div>
      {children}
    </header>
  )
}
