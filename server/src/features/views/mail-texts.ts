import { englishOf, type Message } from '@ats/contract/problems.ts'
import type { NewSchedule } from '@ats/contract/views.ts'
import type { ScheduledFile } from '#features/exports/exports.ts'

type Told = Pick<NewSchedule, 'every' | 'weekday' | 'monthDay' | 'hour' | 'zone' | 'format'> & {
  id: string
  name: string
  person: string
  /** The due time, in the time zone of the schedule. */
  dueOn: string
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const daysOf = ({ every, weekday, monthDay }: Told) =>
  ({
    day: 'every day',
    week: `every ${weekdays[weekday - 1]}`,
    month: monthDay === 31 ? 'on the last day of every month' : `on day ${monthDay} of every month`,
  })[every]

const timeOf = ({ hour, zone }: Told) => `at ${String(hour).padStart(2, '0')}:00 (${zone})`

const closing = (told: Told, origin: string) => [
  `To see it now: ${origin}/dashboard/default/views?view=${told.id}`,
  `You get this email ${daysOf(told)} ${timeOf(told)}. To change or stop it: ${origin}/dashboard/default/views`,
]

const asText = (told: Told, paragraphs: string[]) => [`Hello ${told.person},`, ...paragraphs].join('\n\n')

const rowsOf = (rows: number | null) => {
  if (rows === null) return ''
  return rows === 1 ? ', 1 row' : `, ${rows} rows`
}

const large = (size: number | null) =>
  size === null
    ? 'The file is too large for an email'
    : `The file has ${(size / 1e6).toFixed(1)} MB, too large for an email`

export function fileMail(told: Told, file: ScheduledFile, origin: string) {
  const isAttached = file.content !== undefined
  const where = isAttached
    ? 'The file is attached.'
    : `${large(file.size)}. Download it within a week: ${origin}/dashboard/default/exports`
  return {
    subject: told.name,
    text: asText(told, [
      `This is your saved view "${told.name}" of ${told.dueOn}${rowsOf(file.rows)}.`,
      where,
      ...closing(told, origin),
    ]),
  }
}

export const refusalMail = (told: Told, reason: Message, origin: string) => ({
  subject: `${told.name} cannot be sent`,
  text: asText(told, [
    `Your saved view "${told.name}" was not sent: ${englishOf(reason)}`,
    'You get this message only once. The emails continue automatically when the problem is solved.',
    `To change or stop them: ${origin}/dashboard/default/views`,
  ]),
})

const signs = /[^\p{L}\p{N} ._-]+/gu

/** The name of the view without characters that file systems reject, followed by the usual file name of its list. */
export const attachmentName = (view: string, file: string) =>
  `${view.replace(signs, ' ').replace(/\s+/g, ' ').trim() || 'view'} ${file}`
