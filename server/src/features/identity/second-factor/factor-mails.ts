import type { FastifyRequest } from 'fastify'
import type { Services } from '#kernel/services.ts'

const news = {
  added: 'A second factor was added to your account in Asset Tracking Solution.',
  removed: 'A second factor was removed from your account in Asset Tracking Solution.',
  codes:
    'New recovery codes were made for your account in Asset Tracking Solution. The old ones no longer work.',
  reset:
    'An administrator removed the second factor of your account in Asset Tracking Solution and ended all your sessions. You can log in with your password and set up a new one.',
} as const

const subjects: Record<keyof typeof news, string> = {
  added: 'A second factor was added',
  removed: 'A second factor was removed',
  codes: 'New recovery codes',
  reset: 'Your second factor was reset',
}

type Owner = { name: string; email: string }

/** Not awaited: the change takes effect even if the email cannot be sent. */
export function mailOwner(
  { sendMail }: Services,
  request: FastifyRequest,
  { name, email }: Owner,
  what: keyof typeof news,
) {
  if (sendMail === undefined) return
  const advice =
    what === 'reset'
      ? 'If you did not ask for this, please tell another administrator.'
      : 'If it was not you, change your password immediately and tell an administrator.'
  const text = [`Hello ${name},`, news[what], advice].join('\n\n')
  void sendMail({ to: email, subject: subjects[what], text }).catch((error: unknown) =>
    request.log.error({ err: error }, 'a person could not be told of a change of their second factor'),
  )
}
