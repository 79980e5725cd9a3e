import { ActionIcon, Popover, TextInput } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { type ComponentProps, useState } from 'react'
import { m } from '#texts'
import { useEscape } from '#ui/dialog/escape.ts'
import { lazyPart } from '#ui/lazy/part.tsx'
import type { DayCalendar } from './day-calendar.tsx'
import classes from './day-input.module.css'
import { type DayInputProps, firstDay, lastDay, useTypedDay } from './use-typed-day.ts'

const Calendar = lazyPart(async () => (await import('./day-calendar.tsx')).DayCalendar, {
  waiting: () => <div className={classes.waiting} />,
})

/**
 * A day, typed in any usual way with the day before the month, or chosen in a calendar. It is shown as
 * '17 Nov 2026', regardless of the browser's locale.
 */
export function TypedDayInput(props: DayInputProps) {
  const { value: _, defaultValue: __, onChange: ___, onUnreadable: ____, min, max, ...shown } = props
  const { day, choose, finish, input, problem } = useTypedDay(props)
  return (
    <TextInput
      autoComplete="off"
      placeholder={m.day_placeholder()}
      {...shown}
      {...input}
      error={problem ?? props.error}
      onBlur={(event) => {
        finish()
        props.onBlur?.(event)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish()
        props.onKeyDown?.(event)
      }}
      onInvalid={finish}
      rightSectionPointerEvents="all"
      rightSection={
        <CalendarButton
          day={day}
          min={min ?? firstDay}
          max={max ?? lastDay}
          onChoose={choose}
          disabled={props.disabled ?? false}
        />
      }
    />
  )
}

type ButtonProps = ComponentProps<typeof DayCalendar> & { disabled: boolean }

function CalendarButton({ disabled, onChoose, ...calendar }: ButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  useEscape(() => setIsOpen(false), isOpen)
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-end"
      shadow="md"
      returnFocus
      withRoles={false}
      closeOnEscape={false}
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          className={classes.button ?? ''}
          disabled={disabled}
          aria-label={m.day_open_calendar()}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          title={m.day_open_calendar()}
          onClick={() => setIsOpen(!isOpen)}
        >
          <IconCalendar size={18} aria-hidden="true" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={m.day_calendar()} className={classes.dropdown ?? ''}>
        <Calendar
          {...calendar}
          onChoose={(day) => {
            onChoose(day)
            setIsOpen(false)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
