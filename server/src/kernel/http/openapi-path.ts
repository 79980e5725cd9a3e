import { join } from 'node:path'

/** The description of the API, which `ats openapi` writes and the server serves as it is. */
export const openapiPath = join(import.meta.dirname, '../../../../openapi.json')
