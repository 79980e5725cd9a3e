import { ownFieldDefinitions, ownFieldGroups } from '@ats/contract/own-fields/definitions.ts'
import { ownFields } from '@ats/contract/own-fields/own-fields.ts'
import { mostOwnFields } from '@ats/contract/own-fields/types.ts'
import type { FastifyInstance } from 'fastify'
import { type Db, inTransaction } from '#kernel/db/db.ts'
import { serve } from '#kernel/http/serve.ts'
import type { Services } from '#kernel/services.ts'
import {
  ownFieldDefinitions as definitionsOf,
  ownFieldGroups as groupsOf,
  mustGovern,
  usesOf,
} from './definition-queries.ts'
import { bringBackOwnField, changeOwnField, createOwnField, retireOwnField } from './definitions.ts'
import { fieldsSchema } from './fields-schema.ts'
import { changeGroup, createGroup, putInOrder, removeGroup } from './groups.ts'
import { addOwnFieldSet, ownFieldSets } from './sets.ts'
import { forgetOwnFields, presentOwnFields } from './stored-fields.ts'
import { maySeeField } from './visibility.ts'

export function ownFieldRoutes(app: FastifyInstance, { db }: Services) {
  /** This process notices its own changes at once. */
  async function changing<T>(work: (tx: Db) => Promise<T>): Promise<T> {
    const changed = await inTransaction(db, work)
    forgetOwnFields(db)
    return changed
  }

  serve(app, ownFields.list, async ({ query }, { actor }) => {
    const fields = await presentOwnFields(db)
    const isShown = query.retired === 'true' ? () => true : ({ retired }: { retired: boolean }) => !retired
    return { fields: fields.filter((field) => isShown(field) && maySeeField(actor, field)) }
  })

  serve(app, ownFields.schema, async (_input, { actor }) => {
    const fields = await presentOwnFields(db)
    return fieldsSchema(fields.filter((field) => !field.retired && maySeeField(actor, field)))
  })

  const { create, change, retire, bringBack, order, addSet } = ownFieldDefinitions
  serve(app, ownFieldDefinitions.list, async (_input, { actor }) => {
    mustGovern(actor)
    return { fields: await definitionsOf(db), groups: await groupsOf(db), most: mostOwnFields }
  })
  serve(app, create, ({ body }, { actor }) => changing((tx) => createOwnField(tx, actor, body)))
  serve(app, change, ({ params, body }, { actor }) =>
    changing((tx) => changeOwnField(tx, actor, params.id, body)),
  )
  serve(app, retire, ({ params, body }, { actor }) =>
    changing((tx) => retireOwnField(tx, actor, params.id, body)),
  )
  serve(app, bringBack, ({ params, body }, { actor }) =>
    changing((tx) => bringBackOwnField(tx, actor, params.id, body)),
  )
  serve(app, ownFieldDefinitions.uses, ({ params }, { actor }) => {
    mustGovern(actor)
    return usesOf(db, params.id)
  })
  serve(app, order, async ({ body }, { actor }) => {
    await changing((tx) => putInOrder(tx, actor, body))
    return { message: 'Order saved.' }
  })
  serve(app, ownFieldDefinitions.sets, async (_input, { actor }) => ({ sets: await ownFieldSets(db, actor) }))
  serve(app, addSet, ({ params, body }, { actor }) =>
    changing((tx) => addOwnFieldSet(tx, actor, params.name, body.currency)),
  )

  serve(app, ownFieldGroups.create, ({ body }, { actor }) => changing((tx) => createGroup(tx, actor, body)))
  serve(app, ownFieldGroups.change, ({ params, body }, { actor }) =>
    changing((tx) => changeGroup(tx, actor, params.id, body)),
  )
  serve(app, ownFieldGroups.remove, async ({ params }, { actor }) => {
    await changing((tx) => removeGroup(tx, actor, params.id))
    return { message: 'Group deleted.' }
  })
}
