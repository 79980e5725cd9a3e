import type { Cover } from '@ats/contract/covers.ts'
import type { z } from 'zod'
import { fractionDigits } from '#kernel/words/format.ts'
import { moneyTyped, readMoney } from '#kernel/words/money.ts'
import { m } from '#texts'

export const standardCurrency = 'INR'
const common = [standardCurrency, 'USD', 'EUR', 'GBP', 'AED', 'SGD', 'JPY']
export const currenciesWith = (one: string) => [...new Set([...common, one])]

/** A cost as it is edited: the amount in the main unit. */
export const costTyped = (cost: Cover['cost']) =>
  cost === null ? '' : moneyTyped(cost.amount, fractionDigits(cost.currency))

/** The typed amount in the smallest unit; null without one. */
export const costOf = (typed: string, currency: string): Cover['cost'] => {
  const amount = readMoney(typed, fractionDigits(currency))
  return amount === undefined ? null : { amount, currency }
}

type Typed = { cost: string; currency: string }
const isCost = ({ cost, currency }: Typed) =>
  cost === '' || (readMoney(cost, fractionDigits(currency)) ?? -1) >= 0

/** The decimal places depend on the currency. Checked together with the fields, not after they are right. */
export const withCostRule = <Schema extends z.ZodType<Typed>>(schema: Schema) =>
  schema.refine(isCost, { path: ['cost'], message: m.covers_cost_wrong(), when: () => true })
