/**
 * Reads QR codes from pictures: by the browser's own detector where it has one, else by a library that is fetched when it is
 * needed. The picture goes nowhere.
 */
type Source = ImageBitmap | HTMLVideoElement
type Detector = { detect: (image: Source) => Promise<{ rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

declare global {
  // Not in every browser, and so not in the compiler's own list.
  var BarcodeDetector: DetectorClass | undefined
}

/** Reads one picture: the text of the code in it, or null. */
export type ReadQr = (image: Source) => Promise<string | null>

const FORMAT = 'qr_code'

const native = async (): Promise<ReadQr | null> => {
  const { BarcodeDetector } = globalThis
  try {
    if (!(await BarcodeDetector?.getSupportedFormats())?.includes(FORMAT) || !BarcodeDetector) return null
    const detector = new BarcodeDetector({ formats: [FORMAT] })
    return async (image) => (await detector.detect(image))[0]?.rawValue ?? null
  } catch {
    return null
  }
}

/** Longest side that is searched: a code fills enough of it, and a phone's photo would take seconds. */
const LONGEST = 1024

const sizeOf = (image: Source): [width: number, height: number] =>
  image instanceof HTMLVideoElement ? [image.videoWidth, image.videoHeight] : [image.width, image.height]

const pixelsOf = (image: Source): ImageData | null => {
  const [width, height] = sizeOf(image)
  const scale = Math.min(1, LONGEST / Math.max(width, height))
  const [w, h] = [Math.round(width * scale), Math.round(height * scale)]
  if (w === 0 || h === 0) return null
  const context = Object.assign(document.createElement('canvas'), { width: w, height: h }).getContext('2d', {
    willReadFrequently: true,
  })
  context?.drawImage(image, 0, 0, w, h)
  return context?.getImageData(0, 0, w, h) ?? null
}

const byLibrary = async (): Promise<ReadQr> => {
  const { decodeQR } = await import('qr/decode.js')
  return async (image) => {
    const pixels = pixelsOf(image)
    if (pixels === null) return null
    try {
      return decodeQR(pixels)
    } catch {
      // There is no code in it.
      return null
    }
  }
}

/** The reader of this browser. */
export const loadReader = async (): Promise<ReadQr> => (await native()) ?? byLibrary()

/** The text of the code in a picture file; null where there is none, or no picture. */
export const readFile = async (file: Blob): Promise<string | null> => {
  try {
    const [read, image] = await Promise.all([loadReader(), createImageBitmap(file)])
    return await read(image)
  } catch {
    return null
  }
}
