import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import { keyOfOwnFact, type OwnValue } from '@ats/contract/own-fields/types.ts'
import { ownFieldLabel, ownValueText } from './own-value-text.tsx'

export type OwnFacts = Record<string, unknown> | null
type OwnChange = { name: string; label: string; before: string | undefined; after: string }

/** The changed values of fields in a ledger entry, as text; also of retired fields. */
export function ownChanges(
  { before, after }: { before: OwnFacts; after: OwnFacts },
  fields: readonly OwnField[],
  texts: Record<string, string>,
): OwnChange[] {
  const byKey = new Map(fields.map((field) => [field.key, field]))
  return Object.keys({ ...before, ...after }).flatMap((name) => {
    const field = byKey.get(keyOfOwnFact(name) ?? '')
    if (field === undefined) return []
    const text = (facts: OwnFacts) => ownValueText(field, (facts?.[name] ?? null) as OwnValue | null, texts)
    return [
      {
        ...{ name, label: ownFieldLabel(field), after: text(after) },
        before: before === null ? undefined : text(before),
      },
    ]
  })
}
