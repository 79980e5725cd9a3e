import { issueText } from '#kernel/http/message-text.ts'

type Issue = { message: string; path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined }
type Result<Output> = { value: Output; issues?: undefined } | { issues: readonly Issue[] }

/** What a form asks of a schema: the common standard that Zod's schemas follow too. */
export type FormSchema<Input, Output> = {
  '~standard': {
    validate: (value: unknown) => Result<Output> | Promise<Result<Output>>
    types?: { input: Input; output: Output } | undefined
  }
}

/** Reads the values with the schema: what they mean, and one text for each field that is wrong. */
export function readForm<Input, Output>(schema: FormSchema<Input, Output>, values: Input) {
  const result = schema['~standard'].validate(values)
  if (result instanceof Promise) throw new TypeError('A form reads its values at once')
  const errors: Record<string, string> = {}
  for (const issue of result.issues ?? []) {
    const name = (issue.path ?? [])
      .map((part) => String(typeof part === 'object' ? part.key : part))
      .join('.')
    errors[name] ??= issueText(issue)
  }
  return { value: (result as { value: Output }).value, errors }
}
