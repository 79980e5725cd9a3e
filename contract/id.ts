import { z } from 'zod'

/** An id that a caller sends, in its one written form: ids are compared as texts. */
export const id = z.uuid().toLowerCase()
