import { ownFields } from '@ats/contract/own-fields/own-fields.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '#kernel/http/serve.ts'
import type { Services } from '#kernel/services.ts'
import { maySeeField, presentOwnFields } from './own-fields.ts'

export function ownFieldRoutes(app: FastifyInstance, { db }: Services) {
  serve(app, ownFields.list, async ({ query }, { actor }) => {
    const fields = await presentOwnFields(db)
    const isShown = query.retired === 'true' ? () => true : ({ retired }: { retired: boolean }) => !retired
    return { fields: fields.filter((field) => isShown(field) && maySeeField(actor, field)) }
  })
}
