import { accessRequests } from '@ats/contract/identity/access-requests.ts'
import { roles } from '@ats/contract/identity/roles.ts'
import type { FastifyInstance } from 'fastify'
import {
  approveRequest,
  mailWelcome,
  pendingRequests,
  rejectRequest,
  requestAccess,
} from '#features/identity/people/access-requests.ts'
import { userRoutes } from '#features/identity/people/user-routes.ts'
import { createRole, deleteRole, listRoles, updateRole } from '#features/identity/roles/roles.ts'
import { passwordRoutes, sessionRoutes } from '#features/identity/sessions/session-routes.ts'
import { inTransaction } from '#kernel/db/db.ts'
import { networkOf } from '#kernel/http/address.ts'
import { serve } from '#kernel/http/serve.ts'
import { countTry } from '#kernel/http/throttle.ts'
import type { Services } from '#kernel/services.ts'

const hour = 60 * 60

export function identityRoutes(app: FastifyInstance, services: Services) {
  sessionRoutes(app, services)
  passwordRoutes(app, services)
  userRoutes(app, services)
  roleRoutes(app, services)
  accessRequestRoutes(app, services)
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
