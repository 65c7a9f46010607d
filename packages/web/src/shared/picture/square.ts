/** Cuts a square out of a photo and makes it small, so that what travels is what will be shown. */

/** Larger than the server keeps, so that it is never made larger there. */
const SIDE_PX = 512
const JPEG_QUALITY = 0.88

/** Where the square lies: `x` and `y` from -1 (start) to 1 (end) of the room there is, `zoom` from 1, the whole width. */
export type Frame = { x: number; y: number; zoom: number }
export const CENTRED: Frame = { x: 0, y: 0, zoom: 1 }

type Size = { width: number; height: number }

/** The square in pixels of the photo. */
export const squareOf = (
  { width, height }: Size,
  { x, y, zoom }: Frame,
): { left: number; top: number; side: number } => {
  const side = Math.min(width, height) / Math.max(1, zoom)
  return { left: ((width - side) * (x + 1)) / 2, top: ((height - side) * (y + 1)) / 2, side }
}

/** Draws the square into a canvas, filling it. */
export const drawSquare = (canvas: HTMLCanvasElement, photo: ImageBitmap, frame: Frame): void => {
  const context = canvas.getContext('2d')
  if (!context) return
  const { left, top, side } = squareOf(photo, frame)
  context.imageSmoothingQuality = 'high'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(photo, left, top, side, side, 0, 0, canvas.width, canvas.height)
}

/** The square as a JPEG, some tens of kilobytes. */
export const squareFile = (photo: ImageBitmap, frame: Frame): Promise<Blob | null> => {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: SIDE_PX, height: SIDE_PX })
  drawSquare(canvas, photo, frame)
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY)
  })
}
