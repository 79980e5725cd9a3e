import { z } from 'zod'

/** A text that has to be there, read without the spaces around it; `says` is told when it is missing or empty. */
export const neededText = (says: string) => z.string(says).trim().min(1, says)
