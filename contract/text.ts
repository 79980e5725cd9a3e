import { z } from 'zod'
import type { FieldCode } from './problems/fields.ts'

/** A text that has to be there, read without the spaces around it; `code` is told when it is missing or empty. */
export const neededText = (code: FieldCode) => z.string(code).trim().min(1, code)
