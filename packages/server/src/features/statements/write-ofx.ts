/**
 * A statement for accounting programs: OFX 2.1.1, the form of the standard that is XML. Importers that know only the older
 * one, which is not, are few, and that one has no place for a name in Korean. A line is what one entry did to the balance, fee
 * included, so that the lines add up from the opening balance, which stands among the further ones, to the closing balance.
 * `FITID` is the transaction's id, by which a program knows it when a range is imported again.
 */
import { transactionId } from '@puente/contract'
import { dollars } from '#platform/csv.ts'
import { wallTimeAt } from '#platform/calendar/zone-rules.ts'
import type { Statement } from './statement-lines.ts'
import { feeOutside, feeWithin, inOneLine, type Line } from './statement-rules.ts'

const HEADER = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>
`

/** As many characters as the standard gives a field. */
const MOST = { name: 32, memo: 255 }

/** Characters that XML has no way to say. */
const NO_XML = /[^\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const xml = (text: string, most: number): string =>
  Array.from(inOneLine(text).replaceAll(NO_XML, ''))
    .slice(0, most)
    .join('')
    .trim()
    .replaceAll(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign)

/** `20261123140509[-5]`: the clock of the zone and its hours from Greenwich, so that a program that drops the latter has the right day. */
const timesIn = (zone: string) => {
  return (at: Date): string => {
    const wall = wallTimeAt(at, zone)
    const hours = (wall - at.getTime()) / 3_600_000
    return `${new Date(wall).toISOString().replaceAll(/\D/g, '').slice(0, 14)}[${hours < 0 ? '' : '+'}${hours}]`
  }
}

const TYPES: Partial<Record<string, string>> = { deposit: 'DEP', withdraw: 'XFER' }
const KINDS: Record<string, string> = {
  sent: 'Sent',
  received: 'Received',
  withdraw: 'Withdrawal',
  deposit: 'Deposit',
  invoice: 'Invoice',
  reward: 'Reward',
  referral: 'Referral',
  refund: 'Refund',
  reversal: 'Reversal',
  adjustment: 'Adjustment',
}

const memoOf = (line: Line, kind: string): string => {
  const { told } = line
  if (!told) return kind
  const [within, outside] = [feeWithin(line), feeOutside(line)]
  return [
    told.counterpart.length > MOST.name ? told.counterpart : '',
    told.note,
    within > 0n ? `fee ${dollars(within)} included` : '',
    outside > 0n ? `fee ${dollars(outside)} paid on top` : '',
    told.method === 'wallet' ? kind : `${kind}, ${told.method}`,
  ]
    .filter((part) => part !== '')
    .join(' / ')
}

const lineXml = (line: Line, timeOf: (at: Date) => string): string => {
  const { told, changeCents } = line
  const kind = KINDS[told?.type ?? 'adjustment'] ?? 'Adjustment'
  const type = TYPES[told?.type ?? ''] ?? (changeCents < 0n ? 'DEBIT' : 'CREDIT')
  return `<STMTTRN>
<TRNTYPE>${type}</TRNTYPE>
<DTPOSTED>${timeOf(line.at)}</DTPOSTED>
<TRNAMT>${dollars(changeCents)}</TRNAMT>
<FITID>${transactionId(line.id)}</FITID>
${told ? `<REFNUM>${told.reference}</REFNUM>\n` : ''}<NAME>${xml(told?.counterpart || kind, MOST.name)}</NAME>
<MEMO>${xml(memoOf(line, kind), MOST.memo)}</MEMO>
</STMTTRN>
`
}

/** A name of the account that fits its field and stays when the person takes another handle. */
const accountOf = (ownerId: string): string => ownerId.replaceAll('-', '').slice(-22).toUpperCase()

export const writeOfx = async function* (
  { period, at, opening, closing, lines }: Statement,
  ownerId: string,
): AsyncGenerator<string> {
  const timeOf = timesIn(period.zone)
  const end = new Date(Math.min(period.until.getTime() - 1_000, at.getTime()))
  const closedAt = end < period.from ? period.from : end
  yield `${HEADER}<OFX>
<SIGNONMSGSRSV1>
<SONRS>
<STATUS>
<CODE>0</CODE>
<SEVERITY>INFO</SEVERITY>
</STATUS>
<DTSERVER>${timeOf(at)}</DTSERVER>
<LANGUAGE>ENG</LANGUAGE>
<FI>
<ORG>Puente</ORG>
</FI>
</SONRS>
</SIGNONMSGSRSV1>
<BANKMSGSRSV1>
<STMTTRNRS>
<TRNUID>0</TRNUID>
<STATUS>
<CODE>0</CODE>
<SEVERITY>INFO</SEVERITY>
</STATUS>
<STMTRS>
<CURDEF>USD</CURDEF>
<BANKACCTFROM>
<BANKID>PUENTE</BANKID>
<ACCTID>${accountOf(ownerId)}</ACCTID>
<ACCTTYPE>CHECKING</ACCTTYPE>
</BANKACCTFROM>
<BANKTRANLIST>
<DTSTART>${timeOf(period.from)}</DTSTART>
<DTEND>${timeOf(closedAt)}</DTEND>
`
  for await (const page of lines()) yield page.map((line) => lineXml(line, timeOf)).join('')
  yield `</BANKTRANLIST>
<LEDGERBAL>
<BALAMT>${dollars(closing.balanceCents)}</BALAMT>
<DTASOF>${timeOf(closedAt)}</DTASOF>
</LEDGERBAL>
<AVAILBAL>
<BALAMT>${dollars(closing.balanceCents - closing.heldCents)}</BALAMT>
<DTASOF>${timeOf(closedAt)}</DTASOF>
</AVAILBAL>
<BALLIST>
<BAL>
<NAME>Opening balance</NAME>
<DESC>Balance at the start of the statement</DESC>
<BALTYPE>DOLLAR</BALTYPE>
<VALUE>${dollars(opening.balanceCents)}</VALUE>
<DTASOF>${timeOf(period.from)}</DTASOF>
</BAL>
</BALLIST>
</STMTRS>
</STMTTRNRS>
</BANKMSGSRSV1>
</OFX>
`
}
