import { ActionIcon } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { useState } from 'react'
import { lazyPart } from '#ui/lazy/part.tsx'

const CameraDialog = lazyPart(async () => (await import('./camera-dialog.tsx')).CameraDialog)

type Props = { label: string; onCode: (code: string) => void; size?: 'lg' | 'xl' }

/** Opens the camera and passes on the first QR code or barcode that it detects. */
export function CameraButton({ label, onCode, size = 'lg' }: Props) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const take = (code: string) => {
    close()
    onCode(code)
  }
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={size}
        aria-label={label}
        title={label}
        onClick={() => setOpen(true)}
      >
        <IconCamera size={20} />
      </ActionIcon>
      {open && <CameraDialog onCode={take} onClose={close} />}
    </>
  )
}
