import { loadScanQuestion } from '#ui/scan/scan-questions.tsx'
import { loadToast } from '#ui/toast/toast.ts'

export const loadCamera = async () => (await import('#ui/camera/camera-dialog.tsx')).CameraDialog
export const loadTypedTags = async () => (await import('./typed-tags.tsx')).TypedTags
export const loadSighting = async () => (await import('./sighting-dialog.tsx')).SightingDialog
export const loadDeviceName = async () => (await import('./device-name-dialog.tsx')).DeviceNameDialog
export const loadRoom = async () => (await import('./room-dialog.tsx')).RoomDialog
export const loadExcept = async () => (await import('./tagging/except-dialog.tsx')).ExceptDialog
export const loadFound = async () => (await import('./tagging/found-dialog.tsx')).FoundDialog
export const loadWaiting = async () => (await import('./waiting-dialog.tsx')).WaitingDialog
export const loadReaderBand = async () => (await import('./reader/reader-band.tsx')).ReaderBand
export const loadZebra = async () => (await import('#kernel/reader-shell/zebra.ts')).offerZebra

/** Lazily loaded parts that must also be available offline. */
export const lateParts: (() => Promise<unknown>)[] = [
  loadCamera,
  loadTypedTags,
  loadSighting,
  loadDeviceName,
  loadRoom,
  loadWaiting,
  loadExcept,
  loadFound,
  loadReaderBand,
  loadZebra,
  loadToast,
  () => import('#ui/toast/toasts.tsx'),
  () => import('#ui/dialog/confirm-dialog.tsx'),
  loadScanQuestion,
]
