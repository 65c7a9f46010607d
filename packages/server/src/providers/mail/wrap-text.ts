/** A line of a plain mail; RFC 3676 recommends no more than 78. */
const COLUMNS = 76

/** Korean letters take two columns of a terminal. */
const widthOf = (text: string): number => text.length + (text.match(/[\u1100-\uffdc]/g)?.length ?? 0)

/** Breaks lines between words so that each fits a terminal; a word that is longer, such as a link, stays whole. */
export const wrapText = (text: string): string =>
  text
    .split('\n')
    .map((line) => {
      const lines = ['']
      for (const word of line.split(' ')) {
        const last = lines.at(-1) ?? ''
        if (last === '') lines[lines.length - 1] = word
        else if (widthOf(last) + 1 + widthOf(word) <= COLUMNS) lines[lines.length - 1] = `${last} ${word}`
        else lines.push(word)
      }
      return lines.join('\n')
    })
    .join('\n')
