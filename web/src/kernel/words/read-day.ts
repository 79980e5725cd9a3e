import { dayOf } from '@ats/contract/days.ts'

const english = 'january february march april may june july august september october november december'
const hindi = 'जनवरी फरवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर'
/** Other spellings in use. */
const alsoHindi = 'जनवरी फेब्रुवारी मार्च अप्रेल मई जून जुलाइ अगस्त सितंबर अक्तूबर नवंबर दिसंबर'
const monthNames = [english, hindi, alsoHindi].map((names) => names.split(' '))

const todayWords = ['today', 'आज']
const ordinals = new Set(['st', 'nd', 'rd', 'th'])

/** Years of two digits are 1970 to 2069. */
const fullYear = (digits: string) =>
  digits.length === 4 ? Number(digits) : Number(digits) + (Number(digits) < 70 ? 2000 : 1900)

/** Both scripts of digits, either nasal sign, and letters with or without their dot are read alike. */
const normalized = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x966))
    .replaceAll('\u093c', '')
    .replace(/म्(?=ब)/g, 'ं')
    .toLowerCase()

/** The month of a name or of its beginning, in either language. */
function monthNamed(text: string): number | undefined {
  if (text.length < 2) return
  const months = new Set(
    monthNames.flatMap((names) => names.flatMap((name, at) => (name.startsWith(text) ? [at + 1] : []))),
  )
  return months.size === 1 ? [...months][0] : undefined
}

const isNumber = (part: string) => /^\d+$/.test(part)
const isShort = (part: string) => /^\d{1,2}$/.test(part)
const isYear = (part: string) => /^(?:\d{2}|\d{4})$/.test(part)

/** Year, month and date as typed; the day comes first unless the year has four digits or the month has a name. */
function partsOf([first = '', second = '', third]: string[], thisYear: string) {
  if (/^\d{4}$/.test(first))
    return third === undefined ? undefined : { year: first, month: second, date: third }
  const year = third ?? thisYear
  return isNumber(first) ? { year, month: second, date: first } : { year, month: first, date: second }
}

/** The day that a person typed, as yyyy-mm-dd; undefined if the text is not a date. A missing year is this one. */
export function readDay(text: string, today: string): string | undefined {
  const plain = normalized(text)
  if (/[^\p{L}\p{M}\d\s./,\-–॰]/u.test(plain)) return
  const words = (plain.match(/\d+|[\p{L}\p{M}]+/gu) ?? []).filter((word) => !ordinals.has(word))
  if (words.length === 1 && todayWords.includes(words[0] ?? '')) return today
  if (words.length < 2 || words.length > 3) return
  const parts = partsOf(words, today.slice(0, 4))
  if (parts === undefined || !isShort(parts.date) || !isYear(parts.year)) return
  const month = isShort(parts.month) ? Number(parts.month) : monthNamed(parts.month)
  return month === undefined ? undefined : dayOf(fullYear(parts.year), month, Number(parts.date))
}
