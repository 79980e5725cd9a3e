import { expect, test } from 'vitest'
import { shownName } from './seeded-names.ts'

test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
  'a state or role may be called %s',
  (name) => expect(shownName(name)).toBe(name),
)
