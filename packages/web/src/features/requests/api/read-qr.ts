/** Reads QR codes from pictures by the browser's own detector. The picture goes nowhere. */
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

/** The reader of this browser. */
export const loadReader = async (): Promise<ReadQr> => (await native()) ?? (async () => null)

/** The text of the code in a picture file; null where there is none, or no picture. */
export const readFile = async (file: Blob): Promise<string | null> => {
  try {
    const [read, image] = await Promise.all([loadReader(), createImageBitmap(file)])
    return await read(image)
  } catch {
    return null
  }
}
