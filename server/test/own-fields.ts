import { randomUUID } from 'node:crypto'
import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import type { OwnFieldType } from '@ats/contract/own-fields/types.ts'
import { sql } from 'kysely'
import { forgetOwnFields } from '#features/own-fields/own-fields.ts'
import type { Db, Id } from '#kernel/db/db.ts'

type Added = Partial<
  Pick<
    OwnField,
    'key' | 'label' | 'labelHi' | 'unit' | 'choices' | 'required' | 'seenWith' | 'searched' | 'indexed'
  >
>

/** Adds a field by SQL, for tests of its values. The two choices are `first` and `second`. */
export async function addOwnField(db: Db, type: OwnFieldType, added: Added = {}) {
  const key = added.key ?? `f${randomUUID().replaceAll('-', '').slice(0, 12)}`
  const choices = added.choices ?? (type === 'choice' ? [choice('first'), choice('second')] : [])
  const { rows } = await sql<{ id: Id }>`insert into own_fields
      (key, type, label, label_hi, unit, choices, required, seen_with, searched, indexed, position)
    values (${key}, ${type}, ${added.label ?? key}, ${added.labelHi ?? null},
      ${added.unit ?? (type === 'money' ? 'INR' : null)}, ${JSON.stringify(choices)}::jsonb, ${added.required ?? false},
      ${added.seenWith ?? null}, ${added.searched ?? false}, ${added.indexed ?? false},
      (select count(*) from own_fields))
    returning id`.execute(db)
  forgetOwnFields(db)
  const [row] = rows
  if (row === undefined) throw new Error('No field was added')
  return { id: row.id, key }
}

const choice = (key: string) => ({ key, label: `The ${key}`, labelHi: null, retired: false })
