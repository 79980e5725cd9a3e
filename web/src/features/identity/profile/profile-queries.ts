import type { Me } from '@ats/contract/identity/sessions.ts'
import { type profileChange, type User, users } from '@ats/contract/identity/users.ts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { me } from '#features/identity/queries.ts'
import { useChangePassword } from '#features/identity/sign-in/change-password-queries.ts'
import { ApiError } from '#kernel/http/api-error.ts'
import { call } from '#kernel/http/call.ts'
import { renew } from '#kernel/http/renew.ts'
import { rememberUser } from '#kernel/session/session.ts'
import { m } from '#texts'
import { sendOrDecide } from '#ui/form/conflict.tsx'
import type { ConflictFields } from '#ui/form/conflict-fields.ts'

/** Updates the person in the header and on all other screens immediately. */
function showSaved(client: QueryClient, user: User) {
  client.setQueryData(me.queryKey, (before: Me | undefined) => before && { ...before, ...user })
  const saved = client.getQueryData(me.queryKey)
  if (saved !== undefined) rememberUser(saved)
  void renew(client, users.updateProfile.writes)
}

export function useChangePicture() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (image: Blob | null) =>
      image === null ? call(users.removeMyPicture, {}) : call(users.setMyPicture, { image }),
    onSuccess: (user) => showSaved(client, user),
  })
}

const profileFields = (): ConflictFields => ({
  name: { label: m.profile_username() },
  lastname: { label: m.profile_lastname() },
  jobTitle: { label: m.profile_job_title() },
  email: { label: m.profile_email() },
})

type Body = z.input<typeof profileChange>

export type ProfileValues = {
  name?: string | undefined
  lastname?: string | undefined
  jobTitle?: string | undefined
  email?: string | undefined
  newPassword: string
  currentPassword: string
  /**
   * The version shown in the form. Each successful save raises it, even if the password is rejected
   * afterwards.
   */
  version: { current: number }
}

/**
 * The order of requests matters. The password follows the details, because it renews the session. The email
 * is last, because a new password cancels an email change that still waits for its link.
 */
export function useSaveProfile(saved: Me) {
  const client = useQueryClient()
  const password = useChangePassword()
  return useMutation({
    mutationFn: async ({ newPassword, currentPassword, email, version, ...details }: ProfileValues) => {
      const save = async (body: Body) => {
        const user = await sendOrDecide({ ...body, version: version.current }, profileFields(), (changed) =>
          call(users.updateProfile, { body: changed }),
        )
        version.current = user.version
        showSaved(client, user)
        return user
      }
      const isOtherEmail = email !== saved.email
      if (newPassword === '') return save({ ...details, ...(isOtherEmail && { email, currentPassword }) })
      const user = await save(details)
      await password.mutateAsync({ oldPassword: currentPassword, newPassword }).catch(passwordKept)
      return isOtherEmail ? save({ email, currentPassword: newPassword }) : user
    },
  })
}

/**
 * The details are saved by then, so the message says what was saved and what was not. The fields get the
 * form's names.
 */
function passwordKept(error: unknown): never {
  if (!(error instanceof ApiError)) throw error
  const { oldPassword, ...fields } = error.fields
  throw new ApiError(error.status, {
    code: error.code,
    message: m.profile_password_kept({ reason: error.message }),
    fields: { ...fields, ...(oldPassword !== undefined && { currentPassword: oldPassword }) },
    ...(error.requestId !== undefined && { requestId: error.requestId }),
  })
}
