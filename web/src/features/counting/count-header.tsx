import { ActionIcon } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { focusHeading, Heading } from '#ui/page/heading.tsx'
import classes from './counting.module.css'

type Props = {
  title: string
  /** Where this is, above the title. */
  above?: string | undefined
  back?: { label: string; onBack: () => void }
  children?: ReactNode
}

/** The browser itself puts the focus on a page that it loads. */
let isLanding = true

/** The top of each step, with the way back where the thumb's other hand is. */
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
