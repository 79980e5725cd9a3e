import type { TextInputProps } from '@mantine/core'
import { useUncontrolled } from '@mantine/hooks'
import { type ChangeEvent, useRef, useState } from 'react'
import { dayHere, formatDate } from '#kernel/words/format.ts'
import { readDay } from '#kernel/words/read-day.ts'
import { m } from '#texts'

export type TypedDay = {
  /** A day as yyyy-mm-dd, or an empty text. */
  value?: string | undefined
  defaultValue?: string | undefined
  onChange?: ((day: string) => void) | undefined
  /** Gets a text that is not a date or outside the limits. A form stores it, so that its schema rejects it. */
  onUnreadable?: ((text: string) => void) | undefined
  min?: string | undefined
  max?: string | undefined
}

export type DayInputProps = TypedDay & Omit<TextInputProps, keyof TypedDay | 'type' | 'rightSection'>

export const firstDay = '1000-01-01'
export const lastDay = '2999-12-31'

/** '17 Nov 2026 or 17/11/2026', with the date of today. */
function example(): string {
  const day = dayHere()
  return m.day_example({ named: formatDate(day), numbers: day.split('-').reverse().join('/') })
}

type Limits = Pick<TypedDay, 'min' | 'max'>

/** The error of a text; undefined if it is empty or a day within the limits. */
function problemWith(text: string, { min = firstDay, max = lastDay }: Limits): string | undefined {
  if (text.trim() === '') return
  const day = readDay(text, dayHere())
  if (day === undefined) return m.day_unreadable({ example: example() })
  return day < min || day > max ? m.day_outside({ first: formatDate(min), last: formatDate(max) }) : undefined
}

const dayIn = (text: string) => readDay(text, dayHere()) ?? ''

/** While a person types, '17/11/20' may become '17/11/2026'. */
const isComplete = (text: string) => text.trim() === '' || /\d{4}|[०-९]{4}/.test(text)

/** A form may hold a text that is not a day. */
const shownDay = (day: string) => (/^\d{4}-\d\d-\d\d$/.test(day) ? formatDate(day) : day)

/** The text of a day's input while a person types it, and the day that it means. */
export function useTypedDay({ onUnreadable, min, max, ...given }: TypedDay) {
  const [day, setDay] = useUncontrolled({ finalValue: '', ...given } as { finalValue: string })
  const [typed, setTyped] = useState<string>()
  const [isFinished, setIsFinished] = useState(false)
  const ref = useRef<HTMLInputElement>(null)

  const choose = (chosen: string) => {
    ref.current?.setCustomValidity('')
    setTyped(undefined)
    if (chosen !== day) setDay(chosen)
  }
  const onChange = ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const text = input.value
    const problem = problemWith(text, { min, max })
    input.setCustomValidity(problem ?? '')
    setTyped(text)
    setIsFinished(false)
    if (problem === undefined && isComplete(text) && dayIn(text) !== day) setDay(dayIn(text))
  }
  const finish = () => {
    if (typed === undefined) return
    setIsFinished(true)
    if (problemWith(typed, { min, max }) === undefined) choose(dayIn(typed))
    else onUnreadable?.(typed)
  }
  return {
    day,
    choose,
    finish,
    input: { ref, value: typed ?? shownDay(day), onChange },
    problem: isFinished && typed !== undefined ? problemWith(typed, { min, max }) : undefined,
  }
}
