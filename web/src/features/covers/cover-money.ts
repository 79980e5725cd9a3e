import type { Cover } from '@ats/contract/covers.ts'
import { fractionDigits } from '#kernel/words/format.ts'

export const standardCurrency = 'INR'
const common = [standardCurrency, 'USD', 'EUR', 'GBP', 'AED', 'SGD', 'JPY']
export const currenciesWith = (one: string) => [...new Set([...common, one])]

/** What a person types as an amount. */
export const amountTyped = /^$|^\d{1,12}(\.\d{1,3})?$/

/** A cost as it is edited: the amount in the main unit. */
export const costTyped = (cost: Cover['cost']) =>
  cost === null ? '' : (cost.amount / 10 ** fractionDigits(cost.currency)).toString()

/** The typed amount in the smallest unit; null without one. */
export const costOf = (typed: string, currency: string): Cover['cost'] =>
  typed === '' ? null : { amount: Math.round(Number(typed) * 10 ** fractionDigits(currency)), currency }
