import { TextInput } from '@mantine/core'
import { lazyPart } from '#ui/lazy/part.tsx'
import type { DayInputProps } from './use-typed-day.ts'

/** Most screens with a day are read before one is typed, so the reading of dates is loaded after them. */
export const DayInput = lazyPart<DayInputProps>(
  async () => (await import('./typed-day-input.tsx')).TypedDayInput,
  { waiting: (props) => <Waiting {...props} /> },
)

function Waiting({ value: _, defaultValue: __, onChange: ___, onUnreadable: ____, ...shown }: DayInputProps) {
  return <TextInput {...shown} min={undefined} max={undefined} placeholder="" disabled />
}
