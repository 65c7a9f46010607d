/** The file of a paper, read here: it is sent nowhere. */
declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The file whose code led to the screen of its paper. */
    paperFile?: FileInHand
  }
}

/** `hash`: SHA-256, in hexadecimal. `code`: of the paper that the file says it is; null where it says none. */
export type FileInHand = { name: string; hash: string; code: string | null }

const sha256 = async (bytes: ArrayBuffer): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The address that a paper is checked at stands in its file in the clear, as what its QR code is called. */
const CODE = /\/verify\/([2-9a-z]{20})(?![0-9a-z])/

/** A paper's file and the code in it. */
export const readPaperFile = async (file: File): Promise<FileInHand> => {
  const bytes = await file.arrayBuffer()
  const [, code = null] = CODE.exec(new TextDecoder('latin1').decode(bytes)) ?? []
  return { name: file.name, hash: await sha256(bytes), code }
}
