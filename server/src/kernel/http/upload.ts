import type { FastifyRequest } from 'fastify'
import { invalid, Problem } from './problem.ts'

/** Reads a multipart request: its text fields, and the bytes of its one file, called `image`. */
export async function readUpload(request: FastifyRequest, image: 'required' | 'optional') {
  if (!request.isMultipart()) {
    if (image === 'required') throw new Problem('multipart-needed')
    return { fields: request.body, image: undefined }
  }
  const { fields, bytes } = await readParts(request).catch((error: unknown) => {
    throw isBroken(error) ? new Problem('upload-broken') : error
  })
  const given = bytes?.length === 0 ? undefined : bytes
  if (given === undefined && image === 'required') throw invalid('image', 'image-required')
  return { fields: { ...fields }, image: given }
}

async function readParts(request: FastifyRequest) {
  const fields: Record<string, unknown> = Object.create(null)
  let bytes: Uint8Array | undefined
  for await (const part of request.parts()) {
    if (part.type === 'field') fields[part.fieldname] = part.value
    else if (part.fieldname !== 'image' || bytes !== undefined) throw invalid(part.fieldname, 'image-only')
    else bytes = await part.toBuffer()
  }
  return { fields, bytes }
}

/** The parser's errors about invalid input are plain errors without a status. */
const isBroken = (error: unknown) => error instanceof Error && error.constructor === Error
