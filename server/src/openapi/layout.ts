/** Deep enough for each field of a schema and each part of an operation to have a line. */
const depthOfLines = 5

/** JSON with a line for each part that a review looks at, so that the file is short and its changes are readable. */
export function layout(value: unknown, depth = depthOfLines): string {
  if (depth === 0 || typeof value !== 'object' || value === null) return JSON.stringify(value)
  const isList = Array.isArray(value)
  const parts = isList
    ? value.map((item) => layout(item, depth - 1))
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([key, item]) => `${JSON.stringify(key)}:${layout(item, depth - 1)}`)
  const [open, close] = isList ? '[]' : '{}'
  if (parts.length < 2) return `${open}${parts.join('')}${close}`
  return `${open}\n${parts.join(',\n')}\n${close}`
}
