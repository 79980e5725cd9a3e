import type { FastifyRequest } from 'fastify'
import { invalid, Problem } from './problem.ts'

/** Reads a multipart call: its text fields, and the bytes of its one file, called `image`. */
export async function readUpload(request: FastifyRequest, image: 'required' | 'optional') {
  if (!request.isMultipart()) {
    if (image === 'required') throw new Problem('unsupported', 'Send this as multipart/form-data')
    return { fields: request.body, image: undefined }
  }
  const fields: Record<string, unknown> = Object.create(null)
  let bytes: Uint8Array | undefined
  for await (const part of request.parts()) {
    if (part.type === 'field') fields[part.fieldname] = part.value
    else if (part.fieldname !== 'image' || bytes !== undefined)
      throw invalid(part.fieldname, 'Only one file, called image, is taken')
    else bytes = await part.toBuffer()
  }
  if (bytes?.length === 0) bytes = undefined
  if (bytes === undefined && image === 'required') throw invalid('image', 'Please choose an image.')
  return { fields: { ...fields }, image: bytes }
}
