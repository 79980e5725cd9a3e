import { accessRequests } from '@ats/contract/identity/access-requests.ts'
import { programs } from '@ats/contract/identity/programs.ts'
import { roles } from '@ats/contract/identity/roles.ts'
import type { FastifyInstance } from 'fastify'
import { directoryRoutes } from '#features/identity/directories/directory-routes.ts'
import { openProviders } from '#features/identity/directories/oidc/provider.ts'
import {
  approveRequest,
  mailWelcome,
  pendingRequests,
  rejectRequest,
  requestAccess,
} from '#features/identity/people/access-requests.ts'
import { userRoutes } from '#features/identity/people/user-routes.ts'
import { programPage } from '#features/identity/programs/program-queries.ts'
import {
  changeProgram,
  createProgram,
  replaceKey,
  revokeProgram,
} from '#features/identity/programs/programs.ts'
import { createRole, deleteRole, listRoles, updateRole } from '#features/identity/roles/roles.ts'
import { secondFactorRoutes } from '#features/identity/second-factor/routes.ts'
import { passwordRoutes, sessionRoutes } from '#features/identity/sessions/session-routes.ts'
import { userSessionRoutes } from '#features/identity/sessions/user-sessions.ts'
import { inTransaction } from '#kernel/db/db.ts'
import { networkOf } from '#kernel/http/address.ts'
import { serve } from '#kernel/http/serve.ts'
import { countTry } from '#kernel/http/throttle.ts'
import type { Services } from '#kernel/services.ts'

const hour = 60 * 60

export function identityRoutes(app: FastifyInstance, services: Services) {
  const connectTo = openProviders()
  sessionRoutes(app, services, connectTo)
  passwordRoutes(app, services)
  secondFactorRoutes(app, services)
  userRoutes(app, services)
  userSessionRoutes(app, services)
  roleRoutes(app, services)
  programRoutes(app, services)
  accessRequestRoutes(app, services)
  directoryRoutes(app, services, connectTo)
}

function roleRoutes(app: FastifyInstance, { db }: Services) {
  serve(app, roles.list, async (_input, { actor }) => ({ roles: await listRoles(db, actor) }))

  serve(app, roles.create, async ({ body }, { actor }) => ({
    role: await inTransaction(db, (tx) => createRole(tx, actor, body)),
    message: 'Role added successfully!',
  }))

  serve(app, roles.update, ({ params, body }, { actor }) =>
    inTransaction(db, (tx) => updateRole(tx, actor, params.id, body)),
  )

  serve(app, roles.remove, async ({ params }, { actor }) => {
    await inTransaction(db, (tx) => deleteRole(tx, actor, params.id))
    return { message: 'Role deleted successfully!' }
  })
}

function programRoutes(app: FastifyInstance, { db }: Services) {
  serve(app, programs.list, ({ query }, { actor }) => programPage(db, actor, query))
  serve(app, programs.create, ({ body }, { actor }) =>
    inTransaction(db, (tx) => createProgram(tx, actor, body)),
  )
  serve(app, programs.change, ({ params, body }, { actor }) =>
    inTransaction(db, (tx) => changeProgram(tx, actor, params.id, body)),
  )
  serve(app, programs.replaceKey, ({ params, body }, { actor }) =>
    inTransaction(db, (tx) => replaceKey(tx, actor, params.id, body.overlapHours)),
  )
  serve(app, programs.revoke, ({ params }, { actor }) =>
    inTransaction(db, (tx) => revokeProgram(tx, actor, params.id)),
  )
}

function accessRequestRoutes(app: FastifyInstance, { db, config, sendMail }: Services) {
  serve(app, accessRequests.create, async ({ body }, { request }) => {
    await countTry(db, config.secret, [
      { name: 'access request', value: networkOf(request.ip), most: 30, seconds: hour },
    ])
    await inTransaction(db, (tx) => requestAccess(tx, { id: null, requestId: request.id }, body))
    return { message: 'Your request was sent. Once it is approved, you get a link to set your password.' }
  })

  serve(app, accessRequests.list, (_input, { actor }) => pendingRequests(db, actor))

  serve(app, accessRequests.approve, async ({ params, body }, { actor, request }) => {
    const { user, link } = await inTransaction(db, (tx) =>
      approveRequest(tx, actor, params.id, body, config.origin),
    )
    const isMailed = await mailWelcome(sendMail, user, link).catch((error: unknown) => {
      request.log.error({ err: error }, 'the link to set a password could not be mailed')
      return false
    })
    return { user, passwordLink: isMailed ? null : link }
  })

  serve(app, accessRequests.reject, async ({ params }, { actor }) => {
    await inTransaction(db, (tx) => rejectRequest(tx, actor, params.id))
    return { message: 'Request rejected.' }
  })
}
