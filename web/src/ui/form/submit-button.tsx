import { Button, type ButtonProps } from '@mantine/core'

type Props = Omit<ButtonProps, 'loading' | 'disabled' | 'children'> & {
  text: string
  /** The text while sending. */
  sending: { now: boolean; text: string }
}

/** Stays focusable while it waits, so it is not disabled. */
export function SubmitButton({ text, sending, ...props }: Props) {
  return (
    <Button
      type="submit"
      {...props}
      aria-disabled={sending.now}
      {...(sending.now && { 'data-disabled': true })}
    >
      {sending.now ? sending.text : text}
    </Button>
  )
}
