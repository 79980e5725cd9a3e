import { z } from 'zod'
import type { FieldCode } from './problems/fields.ts'

/** A required text, trimmed; `code` is the error if it is missing or empty. */
export const neededText = (code: FieldCode) => z.string(code).trim().min(1, code)
