import { z } from 'zod'

/** An id in a request, lower-cased: ids are compared as texts. */
export const id = z.uuid().toLowerCase()
