/** Bytes by a random key. What is put here is ciphertext already: folder and bucket learn nothing. */
export interface Blobs {
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Throws `BlobMissing` when there is none. */
  get(key: string): Promise<Buffer>
  delete(key: string): Promise<void>
}

export class BlobMissing extends Error {
  override readonly name = 'BlobMissing'
}
