import type { z } from 'zod'
import type { Duty } from './duties.ts'
import type { Access } from './permissions.ts'

type Reading = {
  method: 'GET'
  /** A change to a record of these kinds can change the response. `contract/endpoints.ts` accepts only known kinds. */
  reads: readonly string[]
  /** The property of the response that holds the rows of a list. */
  rows?: string
  writes?: never
}

type Writing = {
  method: 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /**
   * Responses of endpoints that read one of these kinds may change afterwards. A job adds its own kinds when
   * it ends.
   */
  writes: readonly string[]
  reads?: never
  rows?: never
}

type Described = {
  path: `/${string}`
  permission: Access
  summary: string
  /** Duties that do not keep a person from using this endpoint. */
  allowedBefore?: readonly Duty[]
  status?: 200 | 201 | 202
  /** Long work continues as a job; the response is then the same, with status 202. */
  orAccepted?: true
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** The request is multipart: the fields of the body, and one file called `image`. */
  image?: 'required' | 'optional'
  /** The request may have an `Idempotency-Key`; the same request with the same key is done once. */
  takesKey?: true
  /** The largest JSON body in bytes, if the default of one megabyte is too small. */
  mostBytes?: number
  /** The body is a raw file of any size; the handler gets it as a stream. */
  file?: true
  /** `file` responds with bytes that no schema describes: an image, a table to download, a page. */
  reply: z.ZodType | 'file'
}

export type ReadingEndpoint = Described & Reading
export type WritingEndpoint = Described & Writing
export type Endpoint = ReadingEndpoint | WritingEndpoint

export const endpoint = <const E extends Endpoint>(definition: E): E => definition

type Part<
  E extends Endpoint,
  K extends 'params' | 'query' | 'body',
  Side extends 'sent' | 'parsed',
> = E[K] extends z.ZodType ? Record<K, Side extends 'sent' ? z.input<E[K]> : z.output<E[K]>> : unknown

type Image<E extends Endpoint, T> = E['image'] extends 'required'
  ? { image: T }
  : E['image'] extends 'optional'
    ? { image?: T }
    : unknown

type File<E extends Endpoint, T> = E['file'] extends true ? { file: T } : unknown

export type Sent<E extends Endpoint> = Part<E, 'params', 'sent'> &
  Part<E, 'query', 'sent'> &
  Part<E, 'body', 'sent'> &
  Image<E, Blob> &
  File<E, Blob>

export type Parsed<E extends Endpoint> = Part<E, 'params', 'parsed'> &
  Part<E, 'query', 'parsed'> &
  Part<E, 'body', 'parsed'> &
  Image<E, Uint8Array> &
  File<E, AsyncIterable<Uint8Array>>

export type Reply<E extends Endpoint> = E['reply'] extends z.ZodType ? z.output<E['reply']> : Blob
