import { inflateSync } from 'node:zlib'
import { decodeQR } from 'qr/decode.js'

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

/** A square of a path, in whole units. */
const SQUARE = /^(\d+) (\d+) m\n(\d+) \2 l\n\3 (\d+) l\n\1 \4 l\nh$/gm
/** Pixels of a QR code's dot, and dots of white around the code. */
const [SCALE, MARGIN] = [4, 4]

/** The text of the QR code on a PDF, read from where its dots are drawn, each a square of one unit; throws where there is none. */
export const qrTextOf = (pdf: string): string => {
  const dots = [...pdf.matchAll(SQUARE)]
    .map(([, ...numbers]) => numbers.map(Number) as [number, number, number, number])
    .filter(([x, y, right, bottom]) => right - x === 1 && bottom - y === 1)
  const side = (Math.max(...dots.map(([, , right]) => right)) + 2 * MARGIN) * SCALE
  const data = new Uint8Array(side * side * 4).fill(255)
  for (const [x, y] of dots)
    for (let row = 0; row < SCALE; row += 1) {
      const from = ((y + MARGIN) * SCALE + row) * side + (x + MARGIN) * SCALE
      data.fill(0, from * 4, (from + SCALE) * 4)
    }
  return decodeQR({ width: side, height: side, data })
}
