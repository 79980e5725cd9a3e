import { durationUnits, roughly } from './duration.ts'
import { currentLanguage } from './language.ts'

const tags = { en: 'en-IN', hi: 'hi-IN' } as const

/** Formatters are expensive to create and few, so there is one of each per language. */
function kept<T>(make: (tag: string) => T): () => T {
  const made = new Map<string, T>()
  return () => {
    const tag = tags[currentLanguage()]
    const formatter = made.get(tag) ?? make(tag)
    made.set(tag, formatter)
    return formatter
  }
}

const numbers = kept((tag) => new Intl.NumberFormat(tag))
const moneys = new Map<string, Intl.NumberFormat>()
const plurals = kept((tag) => new Intl.PluralRules(tag))
const dates = kept((tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium' }))
const times = kept((tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' }))
const exact = kept((tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'full', timeStyle: 'long' }))
const months = kept((tag) => new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric' }))
const weekdays = kept((tag) => ({
  long: new Intl.DateTimeFormat(tag, { weekday: 'long', timeZone: 'UTC' }),
  short: new Intl.DateTimeFormat(tag, { weekday: 'short', timeZone: 'UTC' }),
}))
const fullDays = kept((tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'full' }))
const relative = kept((tag) => new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }))
const durations = kept(
  (tag) =>
    new Map(
      durationUnits.map((unit) => [
        unit,
        new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long' }),
      ]),
    ),
)
const order = kept((tag) => new Intl.Collator(tag, { numeric: true, sensitivity: 'base' }))

function moneyIn(currency: string) {
  const key = `${tags[currentLanguage()]} ${currency}`
  const formatter =
    moneys.get(key) ?? new Intl.NumberFormat(tags[currentLanguage()], { style: 'currency', currency })
  moneys.set(key, formatter)
  return formatter
}

/** Decimal places of the main unit of a currency: two for INR, none for JPY. */
export const fractionDigits = (currency: string) =>
  moneyIn(currency).resolvedOptions().maximumFractionDigits ?? 2

/** An amount in the smallest unit of its currency: '₹12,500.50' for 1250050 paise. */
export const formatMoney = (amount: number, currency: string) =>
  moneyIn(currency).format(amount / 10 ** fractionDigits(currency))

export const formatNumber = (value: number) => numbers().format(value)

type Counted = (given: { count: string }) => string
/** The plural form for the number in the person's language: '1 asset', '3 assets'. */
export const counted = (count: number, one: Counted, other: Counted) =>
  (plurals().select(count) === 'one' ? one : other)({ count: formatNumber(count) })

/** A calendar day is the same day in every time zone. */
const moment = (value: string | Date) =>
  new Date(typeof value === 'string' && value.length === 10 ? `${value}T00:00` : value)

/** '17 Nov 2026', for a calendar day or the day of a moment. */
export const formatDate = (value: string | Date) => dates().format(moment(value))
/** 'Tuesday, 17 November 2026'. */
export const formatFullDay = (day: string) => fullDays().format(moment(day))
/** 'November 2026'. */
export const formatMonth = (day: string) => months().format(moment(day))
export const formatTime = (value: string | Date) => times().format(new Date(value))
export const formatExactTime = (value: string | Date) => exact().format(new Date(value))

const aSunday = Date.UTC(2024, 0, 7)
/** A day of the week by its number; 0 and 7 are Sunday. */
export const formatWeekday = (weekday: number, width: 'long' | 'short' = 'long') =>
  weekdays()[width].format(aSunday + weekday * 86_400_000)

/** The calendar day of a moment where the person is. */
export const dayHere = (at = new Date()) =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-')

export const compareTexts = (a: string, b: string) => order().compare(a, b)

const steps = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** 'Two minutes'. */
export function formatDuration(seconds: number): string {
  const { count, unit } = roughly(seconds)
  return durations().get(unit)?.format(count) ?? ''
}

/** 'Two hours ago', for things that happened a while back. */
export function formatAgo(value: string | Date, now = Date.now()): string {
  const seconds = (new Date(value).getTime() - now) / 1000
  const step = steps.find(([, size]) => Math.abs(seconds) >= size)
  return step === undefined
    ? relative().format(0, 'second')
    : relative().format(Math.round(seconds / step[1]), step[0])
}
