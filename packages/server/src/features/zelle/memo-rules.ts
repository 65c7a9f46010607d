/** The code that a payer writes into the memo: eight characters of an alphabet without look-alikes, so that it survives being typed. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const LENGTH = 8
/** Longer memos are not ours. */
const MOST_CANDIDATES = 40

/**
 * A code made of random bytes, or null when there are too few of them: values that would make some characters more likely than
 * others are passed over.
 */
export const memoCodeOf = (random: Uint8Array): string | null => {
  const fair = Math.floor(256 / ALPHABET.length) * ALPHABET.length
  const characters = [...random].filter((byte) => byte < fair).map((byte) => ALPHABET.charAt(byte % ALPHABET.length))
  return characters.length < LENGTH ? null : characters.slice(0, LENGTH).join('')
}

const isCode = (text: string): boolean =>
  text.length === LENGTH && Array.from(text).every((character) => ALPHABET.includes(character))

/** Everything in a memo that may be a code: in any case, inside other words' company, and written in groups. */
export const codesIn = (memo: string | null): string[] => {
  const words =
    (memo ?? '')
      .normalize('NFKC')
      .toUpperCase()
      .match(/[A-Z0-9]+/g) ?? []
  const found = new Set<string>()
  words.forEach((_word, start) => {
    let joined = ''
    for (const word of words.slice(start)) {
      joined += word
      if (joined.length >= LENGTH) break
    }
    if (isCode(joined)) found.add(joined)
  })
  return [...found].slice(0, MOST_CANDIDATES)
}
