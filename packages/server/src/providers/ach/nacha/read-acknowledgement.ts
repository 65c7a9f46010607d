/**
 * How our bank says whether it takes a file. The network has no form for it, and each bank has its own: this is the form we have
 * agreed on, comma-separated lines, the last of which counts the others.
 *
 *   ACK,P261123A,ACCEPTED,<entries>,<credit in cents>,<entry hash>
 *   ACK,P261123A,REJECTED,<why>
 *   ENTRY,<trace>,REJECTED,<why>
 *   END,<lines before this one>
 */
import { NachaRefused } from './layout.ts'

export type Acknowledgement =
  | { of: 'file'; reference: string; accepted: true; entries: number; creditCents: bigint; hash: string }
  | { of: 'file'; reference: string; accepted: false; reason: string }
  | { of: 'entry'; trace: string; reason: string }

const ACCEPTED = /^ACK,([A-Z0-9]{8}),ACCEPTED,(\d{1,8}),(\d{1,12}),(\d{1,10})$/
const REJECTED = /^ACK,([A-Z0-9]{8}),REJECTED,([\x20-\x7e]{1,200})$/
const ENTRY = /^ENTRY,(\d{15}),REJECTED,([\x20-\x7e]{1,200})$/

export const isAcknowledgement = (text: string): boolean => /^(?:ACK|ENTRY),/.test(text)

const lineOf = (line: string, number: number): Acknowledgement => {
  const [, reference = '', entries = '', credit = '', hash = ''] = ACCEPTED.exec(line) ?? []
  if (reference !== '')
    return { of: 'file', reference, accepted: true, entries: Number(entries), creditCents: BigInt(credit), hash }
  const [, refused = '', why = ''] = REJECTED.exec(line) ?? []
  if (refused !== '') return { of: 'file', reference: refused, accepted: false, reason: why }
  const [, trace = '', reason = ''] = ENTRY.exec(line) ?? []
  if (trace !== '') return { of: 'entry', trace, reason }
  throw new NachaRefused(number, 'no line of an acknowledgement')
}

/** All that it says. Throws `NachaRefused` for one that is not whole. */
export const readAcknowledgement = (text: string): Acknowledgement[] => {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/)
  const said = lines.slice(0, -1)
  if (lines.at(-1) !== `END,${said.length}`) throw new NachaRefused(lines.length, 'it is not whole')
  return said.map((line, index) => lineOf(line, index + 1))
}
