/** Bytes by a random key. What is put here is ciphertext already: folder and bucket learn nothing. */
export interface Blobs {
  /** Whole or not at all. Throws `BlobsFull` when there is no room for more. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Throws `BlobMissing` when there is none. */
  get(key: string): Promise<Buffer>
  delete(key: string): Promise<void>
}

export class BlobMissing extends Error {
  override readonly name = 'BlobMissing'
}

/** Nothing was kept, and nothing more will be until space is freed. */
export class BlobsFull extends Error {
  override readonly name = 'BlobsFull'
  readonly retryAfterSeconds = 30
}
