/**
 * A bank's own list, for when nobody but its website tells what came: a line for each credit, `day,amount,payer,number,memo`,
 * with a first line that says so. Fields may be quoted as spreadsheets quote them.
 */
import type { InboundCredit } from '#providers/zelle/port.ts'

const HEADER = 'day,amount,payer,number,memo'
const MOST_LINES = 2_000

const fieldsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain = '']) =>
    (quoted === undefined ? plain : quoted.replaceAll('""', '"')).trim(),
  )

const centsOf = (amount: string): bigint | null => {
  const [, whole = '', part = ''] = /^\$?(\d{1,7})(?:\.(\d{2}))?$/.exec(amount.replaceAll(',', '')) ?? []
  const cents = whole === '' ? 0n : BigInt(whole) * 100n + BigInt(part || '0')
  return cents > 0n ? cents : null
}

/** A day of the calendar, `2026-11-23`. */
const isDay = (day: string): boolean => {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00:00Z`) : null
  return at !== null && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
}

const orNull = (text: string): string | null => (text === '' ? null : text.slice(0, 200))

/**
 * The credits of a list; a text that names the first line that is wrong. A credit is known by all that its line says, and by which
 * of several equal lines it is, so that the same list, or a longer one of the same days, brings nothing in twice.
 */
export const readBankList = (csv: string): { credits: InboundCredit[] } | { flaw: string } => {
  const [header = '', ...lines] = csv.replace(/^\uFEFF/, '').split(/\r?\n/)
  if (header.trim().toLowerCase() !== HEADER) return { flaw: `the first line must be ${HEADER}` }
  const seen = new Map<string, number>()
  const credits: InboundCredit[] = []
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const [day = '', amount = '', payer = '', number = '', memo = '', ...more] = fieldsOf(line)
    const amountCents = centsOf(amount)
    if (more.length > 0 || !isDay(day) || amountCents === null)
      return { flaw: `line ${index + 2} is not a day, an amount and three texts` }
    const said = [day, amountCents.toString(), payer, number, memo].join('|')
    const count = (seen.get(said) ?? 0) + 1
    seen.set(said, count)
    const externalId = `${said}|${count}`
    credits.push({
      externalId,
      lineId: externalId,
      isPosted: true,
      amountCents,
      postedOn: day,
      payer: orNull(payer),
      reference: orNull(number),
      memo: orNull(memo),
    })
  }
  return credits.length > MOST_LINES ? { flaw: `at most ${MOST_LINES} lines at a time` } : { credits }
}
