/**
 * Photos are made smaller before they travel: a phone's camera writes more pixels than a reader of documents needs. The
 * browser turns the picture upright by its EXIF data while decoding, and the new file carries none of that data.
 */
/** The longest edge in pixels: enough to read small print, small enough for a slow network. */
const MAX_EDGE_PX = 2560

/** The size in which a photo is sent; unchanged when it is small enough. */
export const fitted = (width: number, height: number): { width: number; height: number } => {
  const scale = Math.min(1, MAX_EDGE_PX / Math.max(width, height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/** Below this a photo is sent as it is. */
const WORTH_SHRINKING_BYTES = 1_500_000
const JPEG_QUALITY = 0.9

const drawn = async (file: File): Promise<Blob | null> => {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, fitted(bitmap.width, bitmap.height))
    const context = canvas.getContext('2d')
    if (!context) return null
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    return await new Promise((resolve) => {
      canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY)
    })
  } finally {
    bitmap.close()
  }
}

/** The photo in a size worth sending. What this browser cannot read is sent as it is: the server says what is wrong. */
export const shrinkPhoto = async (file: File): Promise<File> => {
  if (file.size <= WORTH_SHRINKING_BYTES) return file
  const smaller = await drawn(file).catch(() => null)
  if (!smaller || smaller.size >= file.size) return file
  return new File([smaller], 'photo.jpg', { type: 'image/jpeg' })
}
