import type { Endpoint } from './endpoint.ts'

/** What is sent to an endpoint, without the types that the endpoint gives its parts. */
export type RequestParts = {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  image?: Blob
  file?: Blob
}

const isSent = (value: unknown) => value !== undefined && value !== null

/** The path with its parameters and the query; a list in the query repeats its name. */
export function addressOf(
  { path }: Pick<Endpoint, 'path'>,
  { params = {}, query = {} }: RequestParts,
): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const item of Array.isArray(value) ? value : [value])
      if (isSent(item)) search.append(name, String(item))
  return search.size === 0 ? filled : `${filled}?${search}`
}

function form({ body, image }: RequestParts): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(body ?? {}))
    if (isSent(value)) data.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  if (image !== undefined) data.append('image', image, image instanceof File ? image.name : 'image')
  return data
}

/** The body of a request, with its content type where `fetch` does not set one itself. */
export function contentOf(
  endpoint: Pick<Endpoint, 'image'>,
  parts: RequestParts,
): { body?: string | FormData | Blob; type?: string } {
  if (parts.file !== undefined) return { body: parts.file, type: 'application/octet-stream' }
  if (endpoint.image !== undefined) return { body: form(parts) }
  if (parts.body === undefined) return {}
  return { body: JSON.stringify(parts.body), type: 'application/json' }
}
