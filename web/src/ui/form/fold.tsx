import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import classes from './fold.module.css'

type Props = {
  title: string
  startsOpen?: boolean
  /** An input in it has an error. */
  isWrong?: boolean
  children: ReactNode
}

/** A part of a form that is folded until the person or an error in it opens it. */
export function Fold({ title, startsOpen = false, isWrong = false, children }: Props) {
  const id = useId()
  const [open, setOpen] = useState(startsOpen)
  // Stays open after an error opened it, because the error disappears with the next key press.
  useEffect(() => {
    if (isWrong) setOpen(true)
  }, [isWrong])
  const opened = open || isWrong
  // Its inputs may ask the server for suggestions, so they wait until somebody looks at them.
  const [isUsed, setUsed] = useState(startsOpen)
  if (opened && !isUsed) setUsed(true)
  const Icon = opened ? IconChevronDown : IconChevronRight
  return (
    <>
      <div>
        <Button
          variant="subtle"
          px={6}
          ml={-6}
          leftSection={<Icon size={18} aria-hidden="true" />}
          aria-expanded={opened}
          aria-controls={id}
          onClick={() => setOpen(!opened)}
        >
          {title}
        </Button>
      </div>
      <div id={id} hidden={!opened} className={classes.parts}>
        {isUsed && children}
      </div>
    </>
  )
}
