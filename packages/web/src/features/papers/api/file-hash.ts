/** The SHA-256 of a file, in hexadecimal, computed here: the file is sent nowhere. */
export const fileHash = async (file: Blob): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
