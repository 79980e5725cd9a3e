const longestEdge = 1600
const fewBytes = 400_000

/**
 * A photo of several megabytes takes long on a weak network. A photo that cannot be decoded here is sent as
 * it is.
 */
export async function smallerPhoto(photo: Blob): Promise<Blob> {
  if (photo.size <= fewBytes || !/^image\/(jpeg|png)$/.test(photo.type)) return photo
  try {
    const picture = await createImageBitmap(photo)
    const scale = Math.min(1, longestEdge / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))
    return drawn !== null && drawn.size < photo.size ? drawn : photo
  } catch {
    return photo
  }
}
