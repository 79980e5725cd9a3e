import { Alert, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCameraOff } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type CameraFailure, type CameraMessage, cameraPath } from '#app/camera/camera-message.ts'
import { small } from '#kernel/device/theme.ts'
import { m } from '#texts'
import { Dialog } from '#ui/dialog/dialog.tsx'
import classes from './camera-dialog.module.css'

const reasons: Record<CameraFailure, () => string> = {
  insecure: m.camera_insecure,
  denied: m.camera_denied,
  none: m.camera_none,
  busy: m.camera_busy,
  decoder: m.camera_decoder,
}

/** The camera may be opened from another dialog. */
const aboveDialogs = 340

type Props = { onCode: (code: string) => void; onClose: () => void }

/**
 * The camera is a separate page in a frame. Only that page's content security policy allows WebAssembly, and
 * the form behind it keeps its input.
 */
export function CameraDialog({ onCode, onClose }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [state, setState] = useState<Exclude<CameraMessage, { is: 'code' | 'left' }> | null>(null)
  const isSmall = useMediaQuery(small, undefined, { getInitialValueInEffect: false })
  const hear = useEffectEvent((message: CameraMessage) => {
    if (message.is === 'left') return onClose()
    if (message.is !== 'code') return setState(message)
    navigator.vibrate?.(60)
    onCode(message.code)
  })
  useEffect(() => {
    const listen = ({ source, origin, data }: MessageEvent) => {
      if (origin === location.origin && source === frame.current?.contentWindow) hear(data as CameraMessage)
    }
    globalThis.addEventListener('message', listen)
    return () => globalThis.removeEventListener('message', listen)
  }, [])
  return (
    <Dialog title={m.camera_title()} onClose={onClose} zIndex={aboveDialogs} fullScreen={isSmall}>
      {state?.is === 'failed' ? (
        <Alert color="red" role="alert" icon={<IconCameraOff aria-hidden="true" />}>
          {reasons[state.why]()}
        </Alert>
      ) : (
        <>
          <iframe
            ref={frame}
            src={cameraPath}
            title={m.camera_picture()}
            className={classes.frame}
            allow="camera"
          />
          <Text size="sm" c="dimmed" role="status" mt="sm">
            {state === null ? m.camera_opening() : m.camera_hint()}
          </Text>
        </>
      )}
    </Dialog>
  )
}
