/** Names as the banking network carries them: upper-case ASCII without any sign. */

/** Letters that are no base letter with marks, and how they are written without them. */
const OTHERWISE: Readonly<Record<string, string>> = {
  ß: 'SS',
  Æ: 'AE',
  æ: 'AE',
  Œ: 'OE',
  œ: 'OE',
  Ø: 'O',
  ø: 'O',
  Ł: 'L',
  ł: 'L',
  Đ: 'D',
  đ: 'D',
  Ð: 'D',
  ð: 'D',
  Þ: 'TH',
  þ: 'TH',
  ı: 'I',
}

/**
 * A name in letters, digits and single blanks: marks are left away, the letters of some alphabets are written out, and
 * what nobody here can write is left out. `romanise` brings Korean into Latin letters first.
 */
export const plainName = (name: string, romanise: (text: string) => string = (text) => text): string =>
  Array.from(romanise(name), (letter) => OTHERWISE[letter] ?? letter)
    .join('')
    .normalize('NFD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, ' ')
    .trim()
