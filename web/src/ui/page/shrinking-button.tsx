import { Button, type ButtonProps } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import classes from './shrinking-button.module.css'

type Props = Omit<ButtonProps & ComponentProps<'button'>, 'size' | 'children'> & { icon: Icon; text: string }

/** A button of a toolbar that shows only its icon on windows without space for its text. */
export function ShrinkingButton({ icon: Shown, text, ...props }: Props) {
  return (
    <Button
      {...props}
      className={classes.button ?? ''}
      variant="default"
      size="sm"
      leftSection={<Shown size={16} aria-hidden="true" />}
    >
      {text}
    </Button>
  )
}
