/** Files that the server sends while it makes them. Apart from other calls, so that only screens with such a file load it. */
import type { Request as Sent } from '@puente/contract'
import { ApiUnreachable } from './api-errors.ts'
import { refusalOfResponse, sendProved } from './api.ts'

/** A file as it arrived, whole, with the name that it is to have. */
export type Download = { blob: Blob; name: string }

const nameIn = (response: Response): string =>
  /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? 'file'

/**
 * Fetches a file that the server sends while it is made, and waits for the proof that it wants.
 * @param onBytes is told how much has arrived
 * @throws ApiUnreachable when it breaks off: there is no part of such a file
 */
export const fetchDownload = async (
  key: 'reportTransactions',
  input: Sent<'reportTransactions'>,
  { signal, onBytes }: { signal?: AbortSignal; onBytes?: (bytes: number) => void } = {},
): Promise<Download> => {
  const response = await sendProved(key, input, signal ? { signal } : {})
  if (!response.ok) throw await refusalOfResponse(response)
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const reader = response.body?.getReader()
  const giveUp = () => void reader?.cancel()
  signal?.addEventListener('abort', giveUp)
  try {
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
      pieces.push(piece.value)
      bytes += piece.value.length
      onBytes?.(bytes)
    }
  } catch {
    throw new ApiUnreachable('broken')
  } finally {
    signal?.removeEventListener('abort', giveUp)
  }
  signal?.throwIfAborted()
  return { blob: new Blob(pieces, { type: response.headers.get('Content-Type') ?? '' }), name: nameIn(response) }
}
