import { PAPER_CODE } from '@puente/contract'
import { paths } from '#lib/layout/paths.ts'

/** Where a paper is checked by its code. */
export const pathOf = (code: string): string => paths.verifyPaper.path.replace('$code', encodeURIComponent(code))

/**
 * The code in what a person typed or pasted: with spaces, dashes of any kind and capitals, or the whole address. `''` for nothing, null
 * for what cannot be a code.
 */
export const codeIn = (text: string): string | null => {
  const [, inAddress = text] = /\/verify\/([^/?#]*)/i.exec(text) ?? []
  const code = inAddress.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase()
  return code === '' || PAPER_CODE.test(code) ? code : null
}
