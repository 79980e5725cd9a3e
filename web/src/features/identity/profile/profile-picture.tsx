import type { Me } from '@ats/contract/identity/sessions.ts'
import { Alert, Button, FileButton, Text } from '@mantine/core'
import { IconAlertCircle, IconCamera } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { fullName } from '#features/identity/users/user-name.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import { shownName } from '#kernel/words/seeded-names.ts'
import { m } from '#texts'
import { acceptedImages } from '#ui/form/image-field.tsx'
import { PersonAvatar } from '#ui/text/person-avatar.tsx'
import { toast } from '#ui/toast/toast.ts'
import classes from './profile.module.css'
import { useChangePicture } from './profile-queries.ts'

/** The person and their image, which is saved as soon as it is chosen. */
export function ProfilePicture({ person }: { person: Me }) {
  const { problem, sending, change } = usePicture()
  const choose = useRef<HTMLButtonElement>(null)
  const remove = async () => {
    await change(null)
    choose.current?.focus()
  }
  return (
    <div className={classes.person}>
      <PersonAvatar person={person} size={96} radius="50%" aria-hidden="true" />
      <div className={classes.about}>
        <p className={classes.name}>{fullName(person)}</p>
        <Text c="dimmed">{person.jobTitle || shownName(person.roleName)}</Text>
        <div className={classes.buttons}>
          <FileButton accept={acceptedImages.join(',')} onChange={(file) => file && void change(file)}>
            {(props) => (
              <Button
                {...props}
                ref={choose}
                variant="default"
                size="sm"
                leftSection={<IconCamera size={16} aria-hidden="true" />}
                aria-disabled={sending}
              >
                {sending ? m.profile_picture_sending() : m.profile_picture_change()}
              </Button>
            )}
          </FileButton>
          {person.picture !== null && (
            <Button
              variant="subtle"
              color="red"
              size="sm"
              aria-disabled={sending}
              onClick={() => void remove()}
            >
              {m.profile_picture_remove()}
            </Button>
          )}
        </div>
        <Text size="xs" c="dimmed">
          {m.image_hint()}
        </Text>
        {problem !== null && (
          <Alert color="red" role="alert" mt="xs" icon={<IconAlertCircle aria-hidden="true" />}>
            {problem}
          </Alert>
        )}
      </div>
    </div>
  )
}

function usePicture() {
  const { mutateAsync, isPending } = useChangePicture()
  const [problem, setProblem] = useState<string | null>(null)
  const change = async (image: File | null) => {
    if (isPending) return
    if (image !== null && !acceptedImages.includes(image.type)) return setProblem(m.image_wrong_type())
    setProblem(null)
    try {
      await mutateAsync(image)
      toast.success(image === null ? m.profile_picture_removed() : m.profile_picture_changed())
    } catch (error) {
      setProblem(messageOf(error, m.profile_picture_failed()))
    }
  }
  return { problem, sending: isPending, change }
}
