import { currentLanguage } from '#kernel/words/language.ts'
import { m } from '#texts'

/** Translations of the statuses that the shop's API uses. */
const statuses: Record<string, () => string> = {
  'In stock': m.shop_in_stock,
  'Out of stock': m.shop_out_of_stock,
  Processing: m.shop_processing,
  'On hold': m.shop_on_hold,
  Cancelled: m.shop_cancelled,
  Completed: m.shop_completed,
}
export const statusText = (status: string) => statuses[status]?.() ?? status

const money = (options: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat(`${currentLanguage()}-IN`, { style: 'currency', currency: 'USD', ...options })

/** '$1899', with a comma from ten thousand on. */
export const formatPrice = (value: number) =>
  money({ useGrouping: 'min2', trailingZeroDisplay: 'stripIfInteger' }).format(value)

/** '$12K', for the axis of a chart. */
export const formatRoughly = (value: number) =>
  money({ notation: 'compact', maximumFractionDigits: 1 }).format(value)

export const formatMonth = (month: string, width: 'narrow' | 'short' | 'long') =>
  new Intl.DateTimeFormat(`${currentLanguage()}-IN`, {
    month: width,
    timeZone: 'UTC',
    ...(width === 'long' && { year: 'numeric' }),
  }).format(new Date(`${month}-01T00:00:00Z`))
