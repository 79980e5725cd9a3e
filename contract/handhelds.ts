import { z } from 'zod'
import { managed } from './dead-letters.ts'
import { endpoint } from './endpoint.ts'
import { id } from './id.ts'
import { says } from './problems/fields.ts'
import { neededText } from './text.ts'
import { editedVersion, version } from './versions.ts'

export const handheld = z.object({
  id: z.uuid(),
  name: z.string(),
  model: z.string(),
  place: z
    .object({ id: z.uuid(), path: z.string() })
    .nullable()
    .describe('Only people who see this place manage the handheld; null: people who see every place.'),
  revoked: z.boolean().describe('Its token was taken away.'),
  tokenMadeAt: z.string(),
  lastSeenAt: z.string().nullable().describe('When it last sent something; up to a minute late.'),
  createdBy: z.string().nullable(),
  createdAt: z.string(),
  version,
})
export type Handheld = z.infer<typeof handheld>

const fields = z.object({
  name: neededText('name-required').max(100, says('text-too-long')),
  model: z.string().trim().max(100, says('text-too-long')),
  placeId: id.nullable(),
})
export const newHandheld = fields.extend({
  model: fields.shape.model.default(''),
  placeId: fields.shape.placeId.default(null),
})
export type NewHandheld = z.input<typeof newHandheld>

export const handheldChange = fields.partial().extend({ version: editedVersion })
export type HandheldChange = z.infer<typeof handheldChange>

const withToken = z.object({
  handheld,
  token: z.string().describe('Shown this once; only its hash is kept.'),
})
export type HandheldWithToken = z.infer<typeof withToken>

const byId = z.object({ id })
const path = '/api/v1/handhelds'
const writes: ['handheld'] = ['handheld']

export const handhelds = {
  list: endpoint({
    ...managed('GET', path),
    reads: ['handheld'],
    summary: 'The handhelds that the caller may see, by name, also revoked ones',
    reply: z.object({ handhelds: z.array(handheld) }),
  }),
  add: endpoint({
    ...{ ...managed('POST', path), writes, status: 201 },
    summary: 'Add a handheld; its token is shown this once',
    body: newHandheld,
    reply: withToken,
  }),
  change: endpoint({
    ...{ ...managed('PATCH', `${path}/:id`), writes },
    summary: 'Change the name, model or place of a handheld',
    params: byId,
    body: handheldChange,
    reply: handheld,
  }),
  renew: endpoint({
    ...{ ...managed('POST', `${path}/:id/token`), writes },
    summary: 'Give a handheld a new token, shown this once; the old one stops working at once',
    params: byId,
    reply: withToken,
  }),
  revoke: endpoint({
    ...{ ...managed('DELETE', `${path}/:id/token`), writes },
    summary: 'Take the token of a handheld away: it can send nothing more, and keeps what it has read',
    params: byId,
    reply: handheld,
  }),
}
