/** Messages from the camera page to the app, which shows it in a frame. */
export type CameraMessage =
  | { is: 'watching' }
  | { is: 'code'; code: string }
  | { is: 'failed'; why: CameraFailure }
  | { is: 'left' }

export type CameraFailure = 'insecure' | 'denied' | 'none' | 'busy' | 'decoder'

export const cameraPath = '/scan'
