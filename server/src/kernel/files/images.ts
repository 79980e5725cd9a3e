import sharp from 'sharp'
import { invalid } from '#kernel/http/problem.ts'
import type { FileReply } from '#kernel/http/serve.ts'
import { semaphore } from '#kernel/jobs/semaphore.ts'

const drawings = ['svg', 'png', 'jpeg', 'gif']
const mostPixels = 40_000_000
const atOnce = semaphore(2, 50)

/** Otherwise a cached copy of a decoded image would outlive its request. */
sharp.cache(false)

type Bounds = { width: number; height: number; fit: 'inside' | 'cover' }

/** Labels and scratches stay readable. The hint at the field names a smaller size, as the specification prescribes. */
export const largestPicture = { width: 1600, height: 1600, fit: 'inside' } as const

/** Re-encodes the image as WebP, so that uploaded bytes are never served as they came. */
export const redraw = async (bytes: Uint8Array, bounds: Bounds): Promise<Buffer> =>
  (await redrawn(bytes, bounds)).data

/** The same with the size of the new image; `noDrawing` is the error for an SVG where it is not accepted. */
export const redrawn = (bytes: Uint8Array, bounds: Bounds, noDrawing?: 'plan-picture-type') =>
  redrawnAs(
    bytes,
    bounds,
    drawings.filter((format) => noDrawing === undefined || format !== 'svg'),
    noDrawing,
  )

/** The same for a picture of exactly this format. */
export const thumbnailOf = async (bytes: Uint8Array, format: string, bounds: Bounds): Promise<Buffer> =>
  (await redrawnAs(bytes, bounds, [format])).data

async function redrawnAs(
  bytes: Uint8Array,
  { width, height, fit }: Bounds,
  accepted: readonly string[],
  refusal: 'plan-picture-type' | 'image-type' = 'image-type',
) {
  try {
    return await atOnce(async () => {
      const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'warning' })
      const { format } = await picture.metadata()
      if (!accepted.includes(format)) throw invalid('image', refusal)
      return await picture
        .rotate()
        .resize({ width, height, fit, withoutEnlargement: fit === 'inside' })
        .webp({ quality: 82 })
        .timeout({ seconds: 10 })
        .toBuffer({ resolveWithObject: true })
    })
  } catch (error) {
    if (error instanceof Error && error.constructor === Error) throw invalid('image', 'image-unreadable')
    throw error
  }
}

/** An image that we encoded. Its address contains its version, so the browser may cache it, but privately. */
export const pictureReply = (body: FileReply['body']): FileReply => ({
  type: 'image/webp',
  body,
  headers: { 'cache-control': 'private, max-age=86400', vary: 'authorization' },
})
