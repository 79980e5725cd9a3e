import { readFieldTests } from '@ats/contract/own-fields/field-filters.ts'
import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import type { OwnFieldTest } from '@ats/contract/own-fields/types.ts'
import type { Caller } from '#kernel/actor.ts'
import type { Db } from '#kernel/db/db.ts'
import { allOwnFields } from './stored-fields.ts'
import { maySeeField } from './visibility.ts'

/** A test in words: the label of its field and its value, which is an id of a person or place. */
export type FieldWord = { name: string; label: string; value: string }

const hundredths = 100

/** The tests of a filter in words, also of retired fields; fields that the reader may not see are left out. */
export async function fieldWordsOf(
  db: Db,
  reader: Pick<Caller, 'permissions'>,
  text: string,
): Promise<FieldWord[]> {
  const tests = Object.entries(readFieldTests(text) ?? {})
  const fields = await allOwnFields(db)
  return tests.flatMap(([key, test]) => {
    const field = fields.find((one) => one.key === key && maySeeField(reader, one))
    return field === undefined
      ? []
      : [{ name: `field:${key}`, label: field.label, value: wordsOf(field, test) }]
  })
}

function wordsOf(field: OwnField, { contains, from, to, is, oneOf, empty }: OwnFieldTest) {
  const amount = (value: string | number) =>
    field.type === 'money' ? (Number(value) / hundredths).toFixed(2) : String(value)
  const parts = [
    ...(contains === undefined ? [] : [contains]),
    ...(from === undefined ? [] : [`from ${amount(from)}`]),
    ...(to === undefined ? [] : [`to ${amount(to)}`]),
    ...(is === undefined ? [] : [typeof is === 'boolean' ? yesOrNo(is) : is]),
    ...(oneOf === undefined ? [] : [oneOf.map((key) => labelOf(field, key)).join(', ')]),
    ...(empty === undefined ? [] : [empty ? 'Empty' : 'Not empty']),
  ]
  return parts.join(' ')
}

const yesOrNo = (value: boolean) => (value ? 'Yes' : 'No')
const labelOf = ({ choices }: OwnField, key: string) => choices.find((one) => one.key === key)?.label ?? key
