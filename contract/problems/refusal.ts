type Status = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503 | 507

/** Why something was not done: the HTTP status it answers with where it ends a call, and its English text. */
export const refusal = <const S extends Status, const Text extends string>(status: S, text: Text) => ({
  status,
  text,
})

/** What became of one record among many, or of a job, where there is something to say though it was done. */
export const outcome = <const Text extends string>(text: Text) => ({ status: 200 as const, text })

export type Params = Record<string, string | number>

/** Puts the parameters into a text, in whichever language it is. */
export const fillText = (text: string, params: Params = {}) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''))
