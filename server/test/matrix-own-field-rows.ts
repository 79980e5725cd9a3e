import type { Rows } from './matrix-row.ts'

export const ownFieldRows: Rows<'ownFields'> = {
  'ownFields.list': {},
}
