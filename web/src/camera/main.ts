import './camera.css'
import type { CameraFailure, CameraMessage } from './camera-message.ts'
import { openDecoder } from './decoder.ts'

const pauseMs = 120
/** Enough resolution for a code that fills a third of the picture, and fast to decode. */
const longestSide = 960

/** The page runs in a frame of the app. Only the same origin may receive what was scanned. */
const say = (message: CameraMessage) => globalThis.parent.postMessage(message, globalThis.location.origin)

const failures: Record<string, CameraFailure> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
}

async function openCamera(video: HTMLVideoElement): Promise<CameraFailure | undefined> {
  if (!globalThis.isSecureContext) return 'insecure'
  if (navigator.mediaDevices === undefined) return 'none'
  const wanted = { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } }
  try {
    video.srcObject = await navigator.mediaDevices.getUserMedia({ video: wanted, audio: false })
    await video.play()
    return undefined
  } catch (error) {
    return failures[(error as DOMException).name] ?? 'busy'
  }
}

/** The current camera frame; undefined before the first one. */
function frameOf(video: HTMLVideoElement, canvas: HTMLCanvasElement): ImageData | undefined {
  const scale = Math.min(1, longestSide / Math.max(video.videoWidth, video.videoHeight, 1))
  canvas.width = Math.round(video.videoWidth * scale)
  canvas.height = Math.round(video.videoHeight * scale)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null || canvas.width === 0 || canvas.height === 0) return undefined
  context.drawImage(video, 0, 0, canvas.width, canvas.height)
  return context.getImageData(0, 0, canvas.width, canvas.height)
}

async function watch(video: HTMLVideoElement) {
  const canvas = document.createElement('canvas')
  const decode = await openDecoder()
  say({ is: 'watching' })
  for (;;) {
    const frame = frameOf(video, canvas)
    const code = frame && (await decode(frame))?.trim()
    if (code) return code
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

async function scan() {
  const video = document.querySelector('video')
  if (video === null) return
  const why = await openCamera(video)
  if (why !== undefined) return say({ is: 'failed', why })
  try {
    say({ is: 'code', code: await watch(video) })
  } catch {
    say({ is: 'failed', why: 'decoder' })
  }
}

/** Key presses inside a frame do not reach the parent page. */
document.addEventListener('keydown', ({ key }) => key === 'Escape' && say({ is: 'left' }))

void scan()
