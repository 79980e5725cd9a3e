import { secondFactor, secondSteps } from '@ats/contract/identity/second-factor.ts'
import type { FastifyInstance } from 'fastify'
import { credentialsById } from '#features/identity/people/user-queries.ts'
import { inTransaction } from '#kernel/db/db.ts'
import { found } from '#kernel/http/problem.ts'
import { serve } from '#kernel/http/serve.ts'
import { countTry } from '#kernel/http/throttle.ts'
import type { Services } from '#kernel/services.ts'
import { completeSecondStep } from './complete-second-step.ts'
import { mailOwner } from './factor-mails.ts'
import { ownFactors } from './factor-queries.ts'
import {
  forgetDevice,
  removePasskey,
  removeTotp,
  renamePasskey,
  replaceRecoveryCodes,
  resetUsersFactors,
} from './removal.ts'
import { challengePasskey } from './second-step.ts'
import { addPasskey, beginPasskey, beginTotp, confirmOwner, confirmTotp, takeChallenge } from './set-up.ts'

const quarterHour = 15 * 60

export function secondFactorRoutes(app: FastifyInstance, services: Services) {
  const { db, config } = services

  serve(app, secondSteps.passkeyOptions, async ({ body }, { request }) => ({
    options: { ...(await challengePasskey(db, config, request, body.token)) },
  }))

  serve(app, secondSteps.complete, ({ body }, { request, reply }) =>
    completeSecondStep(services, { request, reply }, body),
  )

  serve(app, secondFactor.get, (_input, { actor }) => ownFactors(db, actor.id))

  serve(app, secondFactor.reset, async ({ params }, { actor, request }) => {
    const person = await inTransaction(db, (tx) => resetUsersFactors(tx, actor, params.id))
    mailOwner(services, request, person, 'reset')
    return { message: 'The second factor was reset.' }
  })

  setUpRoutes(app, services)
  changeRoutes(app, services)
}

function setUpRoutes(app: FastifyInstance, services: Services) {
  const { db, config } = services
  const owner = async (id: string) => found(await credentialsById(db, id), 'user-not-found')

  serve(app, secondFactor.beginTotp, async ({ body }, { actor }) =>
    beginTotp(db, config, actor, await confirmOwner(db, config, actor, body.password)),
  )

  serve(app, secondFactor.confirmTotp, async ({ body }, { actor, request }) => {
    await countTry(db, config.secret, [
      { name: 'authenticator set-up', value: actor.id, most: 20, seconds: quarterHour },
    ])
    const added = await inTransaction(db, (tx) => confirmTotp(tx, config, actor, body.code))
    mailOwner(services, request, await owner(actor.id), 'added')
    return added
  })

  serve(app, secondFactor.beginPasskey, async ({ body }, { actor }) => ({
    options: {
      ...(await beginPasskey(db, config, actor, await confirmOwner(db, config, actor, body.password))),
    },
  }))

  serve(app, secondFactor.addPasskey, async ({ body }, { actor, request }) => {
    const challenge = await takeChallenge(db, actor)
    const added = await inTransaction(db, (tx) => addPasskey(tx, config, actor, { ...body, challenge }))
    mailOwner(services, request, await owner(actor.id), 'added')
    return added
  })
}

function changeRoutes(app: FastifyInstance, services: Services) {
  const { db, config } = services

  serve(app, secondFactor.removeTotp, async ({ body }, { actor, request }) => {
    const owner = await confirmOwner(db, config, actor, body.password)
    await inTransaction(db, (tx) => removeTotp(tx, actor))
    mailOwner(services, request, owner, 'removed')
    return { message: 'The authenticator app was removed.' }
  })

  serve(app, secondFactor.renamePasskey, ({ params, body }, { actor }) =>
    inTransaction(db, (tx) => renamePasskey(tx, actor, params.id, body.name)),
  )

  serve(app, secondFactor.removePasskey, async ({ params, body }, { actor, request }) => {
    const owner = await confirmOwner(db, config, actor, body.password)
    await inTransaction(db, (tx) => removePasskey(tx, actor, params.id))
    mailOwner(services, request, owner, 'removed')
    return { message: 'The passkey was removed.' }
  })

  serve(app, secondFactor.newRecoveryCodes, async ({ body }, { actor, request }) => {
    const owner = await confirmOwner(db, config, actor, body.password)
    const recoveryCodes = await inTransaction(db, (tx) => replaceRecoveryCodes(tx, actor))
    mailOwner(services, request, owner, 'codes')
    return { recoveryCodes }
  })

  serve(app, secondFactor.forgetDevice, async ({ params }, { actor }) => {
    await inTransaction(db, (tx) => forgetDevice(tx, actor, params.id))
    return { message: 'This device is asked for the second factor again.' }
  })
}
