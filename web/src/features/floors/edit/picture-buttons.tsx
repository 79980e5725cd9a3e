import type { Floor } from '@ats/contract/floors.ts'
import { Button, Group } from '@mantine/core'
import { IconPhotoUp } from '@tabler/icons-react'
import { useRef } from 'react'
import { useRemovePicture, useSetPicture } from '#features/floors/floor-queries.ts'
import { failureText } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { confirm } from '#ui/dialog/confirm.tsx'
import { toast } from '#ui/toast/toast.ts'

/** The server draws it again, so formats with scripts are not accepted. */
const accepted = 'image/png,image/jpeg,image/gif,image/webp'

type Props = { floor: Floor; version: number; onSaved: (floor: Floor) => void }

/** Uploads, replaces or removes the picture below the rooms. It is saved at once. */
export function PictureButtons({ floor, version, onSaved }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const set = useSetPicture(floor._id)
  const remove = useRemovePicture(floor._id)
  const save = async (work: Promise<Floor>, done: string) => {
    try {
      onSaved(await work)
      toast.success(done)
    } catch (error) {
      toast.failure(failureText(error, m.floors_picture_failed()))
    }
  }
  const upload = (image: File | undefined) => {
    if (input.current) input.current.value = ''
    if (image !== undefined) void save(set({ image, version }), m.floors_picture_saved())
  }
  const ask = async () => {
    const isSure = await confirm({
      title: m.floors_picture_remove(),
      question: m.floors_picture_remove_text(),
      action: m.floors_picture_remove(),
      danger: true,
    })
    if (isSure) await save(remove(), m.floors_picture_removed())
  }
  return (
    <Group gap="xs">
      <input
        ref={input}
        type="file"
        accept={accepted}
        hidden
        aria-label={m.floors_picture()}
        onChange={(event) => upload(event.currentTarget.files?.[0])}
      />
      <Button
        variant="default"
        leftSection={<IconPhotoUp size={16} aria-hidden="true" />}
        onClick={() => input.current?.click()}
      >
        {floor.picture === null ? m.floors_picture_upload() : m.floors_picture_replace()}
      </Button>
      {floor.picture !== null && (
        <Button variant="subtle" color="red" onClick={() => void ask()}>
          {m.floors_picture_remove()}
        </Button>
      )}
    </Group>
  )
}
