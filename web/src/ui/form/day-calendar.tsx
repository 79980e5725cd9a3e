import { ActionIcon, Button, FocusTrap } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react'
import { type ComponentType, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { dayAfterKey, monthsLater, weeksOf, within } from '#kernel/words/calendar-weeks.ts'
import { dayHere, formatFullDay, formatMonth, formatNumber, formatWeekday } from '#kernel/words/format.ts'
import { m } from '#texts'
import classes from './day-input.module.css'

type Props = {
  /** The chosen day, or an empty text. */
  day: string
  min: string
  max: string
  onChoose: (day: string) => void
}

const weekdays = [0, 1, 2, 3, 4, 5, 6]

/** A month of days. One day is in the tab order; the arrow keys move to the others. */
export function DayCalendar({ day, min, max, onChoose }: Props) {
  const today = dayHere()
  const [at, setAt] = useState(within(day === '' ? today : day, min, max))
  const grid = useRef<HTMLTableElement>(null)
  /** The buttons of the header change the month without moving the focus. */
  const moves = useRef(true)
  useEffect(() => {
    if (moves.current) grid.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus()
    moves.current = false
  }, [at])
  const onKeyDown = (event: KeyboardEvent) => {
    const next = dayAfterKey(at, event.key, event.shiftKey)
    if (next === undefined) return
    event.preventDefault()
    moves.current = true
    setAt(within(next, min, max))
  }
  const turn = (months: number) => setAt(within(monthsLater(at, months), min, max))
  return (
    <FocusTrap>
      <div>
        <Head at={at} onTurn={turn} />
        <table ref={grid} aria-label={formatMonth(at)} className={classes.grid} onKeyDown={onKeyDown}>
          <Weekdays />
          <tbody>
            {weeksOf(at).map((week) => (
              <tr key={week[0]}>
                {week.map((one) => (
                  <Cell
                    key={one}
                    day={one}
                    at={at}
                    chosen={day}
                    today={today}
                    onChoose={onChoose}
                    {...{ min, max }}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <Button
          variant="subtle"
          fullWidth
          className={classes.today ?? ''}
          disabled={today < min || today > max}
          onClick={() => onChoose(today)}
        >
          {m.day_today()}
        </Button>
      </div>
    </FocusTrap>
  )
}

function Weekdays() {
  return (
    <thead>
      <tr>
        {weekdays.map((weekday) => (
          <th key={weekday} scope="col" abbr={formatWeekday(weekday)}>
            {formatWeekday(weekday, 'short')}
          </th>
        ))}
      </tr>
    </thead>
  )
}

type CellProps = Omit<Props, 'day'> & { day: string; at: string; chosen: string; today: string }

function Cell({ day, at, chosen, today, min, max, onChoose }: CellProps) {
  return (
    <td>
      <button
        type="button"
        data-day={day}
        data-autofocus={day === at || undefined}
        data-outside={day.slice(0, 7) !== at.slice(0, 7) || undefined}
        tabIndex={day === at ? 0 : -1}
        aria-label={formatFullDay(day)}
        aria-pressed={day === chosen}
        aria-current={day === today ? 'date' : undefined}
        disabled={day < min || day > max}
        onClick={() => onChoose(day)}
      >
        {formatNumber(Number(day.slice(8)))}
      </button>
    </td>
  )
}

type Turn = { label: string; Icon: ComponentType<{ size: number }>; onClick: () => void }

function TurnButton({ label, Icon, onClick }: Turn) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      className={classes.turn ?? ''}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <Icon size={18} aria-hidden="true" />
    </ActionIcon>
  )
}

function Head({ at, onTurn }: { at: string; onTurn: (months: number) => void }) {
  return (
    <div className={classes.head}>
      <TurnButton label={m.day_previous_year()} Icon={IconChevronsLeft} onClick={() => onTurn(-12)} />
      <TurnButton label={m.day_previous_month()} Icon={IconChevronLeft} onClick={() => onTurn(-1)} />
      <strong aria-live="polite">{formatMonth(at)}</strong>
      <TurnButton label={m.day_next_month()} Icon={IconChevronRight} onClick={() => onTurn(1)} />
      <TurnButton label={m.day_next_year()} Icon={IconChevronsRight} onClick={() => onTurn(12)} />
    </div>
  )
}
