type Status = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503 | 507

/** An error: the HTTP status if it ends a request, and the English text. */
export const refusal = <const S extends Status, const Text extends string>(status: S, text: Text) => ({
  status,
  text,
})

/** The result of one record among many, or of a job, that succeeded but has a text. */
export const outcome = <const Text extends string>(text: Text) => ({ status: 200 as const, text })

export type Params = Record<string, string | number>

/** Fills the parameters into a text of any language. */
export const fillText = (text: string, params: Params = {}) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''))

const schemaTexts = new Map<string, string>()

/** Makes the messages of schemas known. The page that people load first has no schemas, so it does not load them. */
export function knowSchemaTexts(refusals: Record<string, { text: string }>) {
  for (const [code, { text }] of Object.entries(refusals)) schemaTexts.set(code, text)
}

/** The English text of a schema's message; undefined if it is no code. */
export const schemaText = (code: string) => schemaTexts.get(code)
