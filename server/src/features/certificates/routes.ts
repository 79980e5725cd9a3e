// Why it is built this way: docs/decisions/080-certificates-of-verifications.md

import { certificateChecks, certificateLinks, certificates } from '@ats/contract/certificates/certificates.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { askForPasskey, proofOfFactor } from '#features/identity/identity.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, inTransaction } from '#kernel/db/db.ts'
import { networkOf } from '#kernel/http/address.ts'
import { serve } from '#kernel/http/serve.ts'
import { countTry } from '#kernel/http/throttle.ts'
import type { Services } from '#kernel/services.ts'
import { makeCertificate } from './making.ts'
import { certificateById, certificatePage, checkOf } from './queries.ts'
import {
  certificateToSign,
  makeLink,
  mustBeCurrent,
  openLink,
  signAs,
  signAsCustodian,
  signByLink,
} from './signing.ts'

const hour = 60 * 60

export function certificateRoutes(app: FastifyInstance, services: Services) {
  const { db, config } = services
  const zone = config.timeZone
  serve(app, certificates.list, ({ query }, { actor }) => certificatePage(db, actor, query))
  serve(app, certificates.get, ({ params }, { actor }) => certificateById(db, actor, params.id, config))
  serve(app, certificates.create, ({ body: { inventoryId, ...written } }, { actor }) =>
    inTransaction(db, async (tx) => {
      const id = await makeCertificate(tx, actor, { inventoryId, replaces: null, zone }, written)
      return { certificate: await certificateById(tx, actor, id, config) }
    }),
  )
  serve(app, certificates.correct, ({ params, body }, { actor }) =>
    inTransaction(db, async (tx) => {
      const { inventoryId, number, hash } = await certificateById(tx, actor, params.id, config)
      const former = await certificateToSign(tx, params.id)
      mustBeCurrent(former)
      const replaces = { id: params.id, number, hash }
      const id = await makeCertificate(tx, actor, { inventoryId, replaces, zone }, body)
      return { certificate: await certificateById(tx, actor, id, config) }
    }),
  )
  signRoutes(app, services)
  publicRoutes(app, services)
}

function signRoutes(app: FastifyInstance, services: Services) {
  const { db, config } = services
  /** Does something with a certificate that the person sees. */
  const changed = (actor: Actor, id: Id, work: (tx: Db) => Promise<void>) =>
    inTransaction(db, async (tx) => {
      await certificateById(tx, actor, id, config)
      await work(tx)
      return { certificate: await certificateById(tx, actor, id, config) }
    })
  serve(app, certificates.passkeyOptions, async ({ params }, { actor }) => {
    await certificateById(db, actor, params.id, config)
    return { options: { ...(await askForPasskey(services, actor)) } }
  })
  serve(app, certificates.sign, async ({ params: { id }, body: { role, drawing, ...proof } }, { actor }) => {
    await certificateById(db, actor, id, config)
    const confirm = await proofOfFactor(services, actor, proof)
    return changed(actor, id, async (tx) =>
      signAs(tx, actor, await certificateToSign(tx, id), { role, drawing, confirm }),
    )
  })
  serve(app, certificates.signAsCustodian, ({ params: { id }, body }, { actor }) =>
    changed(actor, id, async (tx) => signAsCustodian(tx, actor, await certificateToSign(tx, id), body)),
  )
  serve(app, certificates.link, ({ params: { id }, body: { name } }, { actor }) =>
    inTransaction(db, async (tx) => {
      await certificateById(tx, actor, id, config)
      return makeLink(tx, actor, config.origin, { id, name })
    }),
  )
}

/** For people without an account; whoever tries many tokens or codes is stopped. */
function publicRoutes(app: FastifyInstance, { db, config }: Services) {
  const limit = ({ ip }: FastifyRequest, name: string) =>
    countTry(db, config.secret, [{ name, value: networkOf(ip), most: 120, seconds: hour }])
  serve(app, certificateLinks.open, async ({ body }, { request }) => {
    await limit(request, 'custodian link')
    return openLink(db, body.token)
  })
  serve(app, certificateLinks.sign, async ({ body: { token, drawing } }, { request }) => {
    await limit(request, 'custodian link')
    return inTransaction(db, (tx) => signByLink(tx, request.id, token, drawing))
  })
  serve(app, certificateChecks.get, async ({ params }, { request }) => {
    await limit(request, 'certificate check')
    return checkOf(db, params, config.timeZone)
  })
}
