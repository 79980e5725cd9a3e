/** What the camera's own page says to the page that shows it. */
export type CameraMessage =
  | { is: 'watching' }
  | { is: 'code'; code: string }
  | { is: 'failed'; why: CameraFailure }
  | { is: 'left' }

export type CameraFailure = 'insecure' | 'denied' | 'none' | 'busy' | 'decoder'

export const cameraPath = '/scan'
