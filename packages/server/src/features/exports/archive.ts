/** A ZIP that grows in memory and is given up beyond `MOST_BYTES`. */
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { csvLines } from '#platform/csv.ts'

/** Without it a spreadsheet, or an editor, may take UTF-8 for another encoding. */
const BYTE_ORDER_MARK = '\uFEFF'

/** 64 MB: some 600,000 transactions. */
const MOST_BYTES = 64 * 1024 * 1024

export class ExportTooLarge extends Error {
  override readonly name = 'ExportTooLarge'
}

/** An archive that takes one file after another. */
export const createArchive = () => {
  const chunks: Uint8Array[] = []
  let size = 0
  let failed: Error | null = null
  const zip = new Zip((error, chunk) => {
    failed ??= error
    chunks.push(chunk)
    size += chunk.length
    if (size > MOST_BYTES) throw new ExportTooLarge(`an archive is larger than ${MOST_BYTES} bytes`)
  })
  const encoder = new TextEncoder()
  /** A file that is written piece by piece. */
  const open = (name: string) => {
    const entry = new ZipDeflate(name, { level: 6 })
    zip.add(entry)
    if (name.endsWith('.csv') || name.endsWith('.txt')) entry.push(encoder.encode(BYTE_ORDER_MARK))
    return {
      write: (text: string) => entry.push(encoder.encode(text)),
      end: () => entry.push(new Uint8Array(0), true),
    }
  }
  const text = (name: string, content: string): void => {
    const entry = open(name)
    entry.write(content)
    entry.end()
  }
  return {
    open,
    text,
    json: (name: string, value: unknown) => text(name, `${JSON.stringify(value, null, 2)}\n`),
    bytes: (name: string, bytes: Uint8Array) => {
      const entry = new ZipPassThrough(name)
      zip.add(entry)
      entry.push(bytes, true)
    },
    end: (): Buffer => {
      zip.end()
      if (failed) throw failed
      return Buffer.concat(chunks)
    },
  }
}
export type Archive = ReturnType<typeof createArchive>

/** The same rows as JSON and, if there are any, as CSV. */
export const addTable = (archive: Archive, name: string, rows: Record<string, unknown>[]): void => {
  archive.json(`${name}.json`, rows)
  const [first] = rows
  if (!first) return
  const asText = rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([key, value]) => [key, value instanceof Date ? value.toISOString() : value]),
    ),
  )
  const csv = archive.open(`${name}.csv`)
  csv.write(csvLines(asText, Object.keys(first), true))
  csv.end()
}
