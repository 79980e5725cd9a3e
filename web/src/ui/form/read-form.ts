import { issueText } from '#kernel/http/message-text.ts'

type Issue = { message: string; path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined }
type Result<Output> = { value: Output; issues?: undefined } | { issues: readonly Issue[] }

/** The part of a schema that forms use: the Standard Schema interface, which zod implements. */
export type FormSchema<Input, Output> = {
  '~standard': {
    validate: (value: unknown) => Result<Output> | Promise<Result<Output>>
    types?: { input: Input; output: Output } | undefined
  }
}

/** Validates the values with the schema: returns the output, and one message per invalid field. */
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
