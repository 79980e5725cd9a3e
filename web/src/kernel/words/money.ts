/**
 * Amounts are stored as whole numbers: the cost of a cover in the smallest unit of its currency, the value of a
 * field in hundredths. `digits` says how many of the digits are decimal places.
 */
export const fieldDigits = 2

const grouping = /[,\s]/g
const amount = /^([-+]?)(\d*)(?:\.(\d*))?$/

/** A typed amount as a whole number; undefined if it is none, or has more decimal places than are stored. */
export function readMoney(text: string, digits: number): number | undefined {
  const [, sign, whole = '', decimals = ''] = amount.exec(text.replaceAll(grouping, '')) ?? []
  if (whole + decimals === '' || decimals.length > digits) return undefined
  const value = Number(whole + decimals.padEnd(digits, '0'))
  return sign === '-' && value !== 0 ? -value : value
}

/** A stored amount as a person types it. */
export const moneyTyped = (value: number, digits: number) => String(value / 10 ** digits)
