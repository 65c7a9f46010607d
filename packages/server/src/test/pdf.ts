import { inflateSync } from 'node:zlib'

/** A PDF with what is packed in it unpacked, as text to look for its marks in. Words are glyphs in there, and are not found. */
export const unpackedPdf = (bytes: Uint8Array): string => {
  const text = Buffer.from(bytes).toString('latin1')
  const unpacked = [...text.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, packed = '']) => {
    try {
      return inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')
    } catch {
      return ''
    }
  })
  return [text, ...unpacked].join('\n')
}

/** The languages that its texts are marked with, in the order of the alphabet. */
export const languagesOf = (pdf: string): string[] =>
  [...new Set([...pdf.matchAll(/\/Lang ?\((\w+)\)/g)].map(([, lang = '']) => lang))].toSorted()
