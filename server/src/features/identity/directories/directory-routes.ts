import { directories } from '@ats/contract/identity/directories.ts'
import { directorySignIn } from '@ats/contract/identity/directory-sign-in.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { completeSignIn } from '#features/identity/sessions/complete-sign-in.ts'
import { noteFailedSignIn } from '#features/identity/sessions/failed-sign-ins.ts'
import { confirmOwnPassword } from '#features/identity/sessions/sign-in.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, inTransaction } from '#kernel/db/db.ts'
import { networkOf } from '#kernel/http/address.ts'
import { found } from '#kernel/http/problem.ts'
import { serve } from '#kernel/http/serve.ts'
import { countTry } from '#kernel/http/throttle.ts'
import type { Services } from '#kernel/services.ts'
import {
  addDirectory,
  changeDirectory,
  directoryById,
  directoryForUpdate,
  mustAdminister,
  removeDirectory,
} from './directories.ts'
import { allDirectories, directoriesOf, directoryWithSecret } from './directory-queries.ts'
import { disconnectAccount, provenBy } from './identity.ts'
import { testLdap } from './ldap/connection-test.ts'
import { connectToLdap } from './ldap/ldap-sign-in.ts'
import { addMapping, changeMapping, confirmMapping, removeMapping } from './mappings.ts'
import type { Providers } from './oidc/provider.ts'
import { completeAtProvider, startSignIn, testProvider } from './oidc/sign-in.ts'

const quarterHour = 15 * 60

export function directoryRoutes(app: FastifyInstance, services: Services, connectTo: Providers) {
  const { db, config } = services

  serve(app, directories.list, async (_input, { actor }) => {
    mustAdminister(actor)
    return { directories: await allDirectories(db, config.origin) }
  })
  serve(app, directories.add, ({ body }, { actor }) =>
    inTransaction(db, (tx) => addDirectory(tx, actor, config, body)),
  )
  serve(app, directories.change, ({ params, body }, { actor }) =>
    inTransaction(db, (tx) => changeDirectory(tx, actor, config, params.id, body)),
  )
  serve(app, directories.remove, async ({ params }, { actor }) => {
    await inTransaction(db, (tx) => removeDirectory(tx, actor, config, params.id))
    return { message: 'Directory removed.' }
  })
  serve(app, directories.test, async ({ params }, { actor }) => {
    mustAdminister(actor)
    await countTry(db, config.secret, [
      { name: 'directory test', value: actor.id, most: 60, seconds: quarterHour },
    ])
    const directory = found(await directoryWithSecret(db, params.id, config.secret), 'directory-not-found')
    if (directory.kind === 'oidc') await testProvider(connectTo, directory)
    else await testLdap(directory)
    return { message: 'The directory responds.' }
  })
  mappingRoutes(app, services)
  signInRoutes(app, services, connectTo)
  connectionRoutes(app, services, connectTo)
}

function mappingRoutes(app: FastifyInstance, { db, config }: Services) {
  const changing = (actor: Actor, id: Id, change: (tx: Db) => Promise<void>) =>
    inTransaction(db, async (tx) => {
      await directoryForUpdate(tx, actor, config, id)
      await change(tx)
      return directoryById(tx, config, id)
    })

  serve(app, directories.addMapping, ({ params, body }, { actor }) =>
    changing(actor, params.id, (tx) => addMapping(tx, actor, params.id, body)),
  )
  serve(app, directories.changeMapping, ({ params, body }, { actor }) =>
    changing(actor, params.id, (tx) => changeMapping(tx, actor, params, body)),
  )
  serve(app, directories.removeMapping, ({ params }, { actor }) =>
    changing(actor, params.id, (tx) => removeMapping(tx, actor, params)),
  )
  serve(app, directories.confirmMapping, async ({ params, body }, { actor }) => {
    mustAdminister(actor)
    await confirmOwnPassword(db, actor, body.password, config.secret, 'password')
    return changing(actor, params.id, (tx) => confirmMapping(tx, actor, params))
  })
}

/** Each start asks the provider and adds a row, so one network gets only so many. */
const countStart = ({ db, config }: Services, request: FastifyRequest) =>
  countTry(db, config.secret, [
    { name: 'directory start', value: networkOf(request.ip), most: 600, seconds: quarterHour },
  ])

function signInRoutes(app: FastifyInstance, given: Services, connectTo: Providers) {
  const services = { ...given, db: given.signInDb }
  const { db } = services

  serve(app, directorySignIn.start, async ({ params }, { request, reply }) => {
    await countStart(services, request)
    return startSignIn(services, connectTo, reply, { directoryId: params.id })
  })
  serve(app, directorySignIn.complete, async ({ body }, { request, reply }) => {
    await countStart(services, request)
    try {
      const { identity, connect } = await completeAtProvider(services, connectTo, { request, reply }, body)
      const proven = await provenBy(db, identity, request.id, connect)
      const { directoryId } = identity
      return await completeSignIn(services, { request, reply }, { ...proven, directoryId })
    } catch (error) {
      noteFailedSignIn(services, request, {}, error)
      throw error
    }
  })
}

function connectionRoutes(app: FastifyInstance, services: Services, connectTo: Providers) {
  const { db, config } = services

  serve(app, directorySignIn.mine, async (_input, { actor }) => ({
    directories: await directoriesOf(db, actor.id),
  }))
  serve(app, directorySignIn.connect, async ({ params, body }, { actor, request, reply }) => {
    await confirmOwnPassword(db, actor, body.password, config.secret, 'password')
    await countStart(services, request)
    return startSignIn(services, connectTo, reply, { directoryId: params.id, connect: actor.id })
  })
  serve(app, directorySignIn.connectLdap, async ({ params, body }, { actor, request }) => {
    await confirmOwnPassword(db, actor, body.password, config.secret, 'password')
    await countTry(db, config.secret, [
      { name: 'directory connect', value: actor.id, most: 10, seconds: quarterHour },
    ])
    await connectToLdap(db, params.id, actor.id, {
      ...{ email: body.login, password: body.directoryPassword, device: undefined, secret: config.secret },
      ...{ requestId: request.id, log: request.log },
    })
    return { message: 'Connected.' }
  })
  serve(app, directorySignIn.disconnect, async ({ params }, { actor }) => {
    await inTransaction(db, (tx) => disconnectAccount(tx, actor, actor.id, params.id))
    return { message: 'Disconnected.' }
  })
}
