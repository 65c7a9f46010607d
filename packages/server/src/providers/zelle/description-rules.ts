/**
 * What banks write about a Zelle payment, in their customer's list. Each has its own wording, and Plaid's own fields are often empty: what
 * they lack is read from the description.
 */
/** `holder` is who paid, or who was paid. */
export type Described = { holder: string | null; reference: string | null; memo: string | null }

/** With the groups `holder`, `reference` and `memo`, each of which may be missing. */
const WORDINGS: readonly RegExp[] = [
  // Bank of America: ZELLE PAYMENT FROM ANA LOPEZ FOR "LUNCH"; CONF# 123456789
  /^zelle payment (?:from|to) (?<holder>.+?)(?: for "(?<memo>.*)")?; ?conf# ?(?<reference>\w+)$/i,
  // Chase: Zelle payment from ANA LOPEZ 12345678901
  /^zelle payment (?:from|to) (?<holder>.+?) (?<reference>\d{9,12})(?: (?<memo>.+))?$/i,
  // Wells Fargo: ZELLE FROM LOPEZ ANA ON 11/23 REF # 123456789 LUNCH
  /^zelle (?:from|to) (?<holder>.+?) on \d{1,2}\/\d{1,2} ref ?# ?(?<reference>\w+)(?: (?<memo>.+))?$/i,
  /^zelle (?:(?:payment|transfer|credit) )?(?:from|to) (?<holder>.+)$/i,
]

const NOTHING: Described = { holder: null, reference: null, memo: null }

/** Reads a bank's description; all null when no known wording fits. */
export const readDescription = (description: string): Described => {
  const line = description.trim().replaceAll(/\s+/g, ' ')
  for (const wording of WORDINGS) {
    const groups = wording.exec(line)?.groups
    if (groups)
      return {
        holder: groups['holder'] ?? null,
        reference: groups['reference'] ?? null,
        memo: groups['memo'] ?? null,
      }
  }
  return NOTHING
}
