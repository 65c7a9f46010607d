/** What this bank writes for its customer: returns and notifications in the network's form, and statements in that of the BAI. */
import type { Change, Transfer } from '../model.ts'
import { dayOf } from '../banking-day.ts'
import { bank, customer } from './parties.ts'

const number = (value: number | string, length: number) => String(value).padStart(length, '0')
const words = (value: string, length: number) => value.slice(0, length).padEnd(length)

/** `261124` and `0830` of New York. */
const stampOf = (at: Date) => {
  const clock = at.toLocaleTimeString('sv-SE', { timeZone: 'America/New_York' })
  return { date: dayOf(at).replaceAll('-', '').slice(2), time: clock.slice(0, 2) + clock.slice(3, 5) }
}

/** The one entry that comes back: whose it was, under the bank's own trace, with the addenda that says why. */
export type Back = {
  of: Pick<Transfer, 'accountNumber' | 'amount' | 'funding' | 'individualId' | 'name' | 'routingNumber'>
  originalTrace: string
  trace: string
  sec: 'PPD' | 'CCD' | 'COR'
  addenda: { type: '98' | '99'; code: string; text: string }
}

export const sentBackFile = ({ of, originalTrace, trace, sec, addenda }: Back, at: Date): string => {
  const { date, time } = stampOf(at)
  const cents = addenda.type === '98' ? 0 : of.amount
  const rdfi = trace.slice(0, 8)
  const about =
    addenda.type === '99'
      ? `${' '.repeat(6)}${of.routingNumber.slice(0, 8)}${words(addenda.text, 44)}`
      : `${' '.repeat(6)}${of.routingNumber.slice(0, 8)}${words(addenda.text, 29)}${' '.repeat(15)}`
  const totals = `${bank.odfi.padStart(10, '0')}${number(0, 12)}${number(cents, 12)}`
  const lines = [
    `101${customer.originId}${bank.routing.padStart(10)}${date}${time}A094101${words(customer.name, 23)}${words(bank.name, 23)}${words('', 8)}`,
    `5200${words(customer.name, 16)}${words('', 20)}${customer.companyId}${sec}${words('RETURN', 10)}${words('', 6)}${date}   1${rdfi}${number(1, 7)}`,
    `6${of.funding === 'savings' ? '31' : '21'}${bank.routing}${words(of.accountNumber, 17)}${number(cents, 10)}${words(of.individualId ?? '', 15)}${words(of.name ?? '', 22)}  1${trace}`,
    `7${addenda.type}${addenda.code}${originalTrace}${about}${trace}`,
    `8200${number(2, 6)}${totals}${customer.companyId}${words('', 25)}${rdfi}${number(1, 7)}`,
    `9${number(1, 6)}${number(1, 6)}${number(2, 8)}${totals}${words('', 39)}`,
  ]
  return `${[...lines, ...Array.from({ length: 4 }, () => '9'.repeat(94))].join('\n')}\n`
}

/** How the corrected data of a code is written; of those that correct no account it is the account's number or nothing. */
export const correctedText = ({ code, accountNumber, routingNumber, funding }: Omit<Change, 'at'>): string => {
  const [account, routing] = [accountNumber ?? '', routingNumber ?? '']
  const kind = funding === 'savings' ? '32' : '22'
  const written: Partial<Record<typeof code, readonly string[]>> = {
    C02: [routing],
    C03: [routing, account],
    C05: [kind],
    C06: [account, kind],
    C07: [routing, account, kind],
  }
  return (written[code] ?? [account]).join(' ')
}

export type Booking = { type: '466' | '257'; cents: number; bankReference: string; ourReference: string; at: Date }

/** What lies in the account now, and what happened on it. */
export const statementOf = (bookings: readonly Booking[], balanceCents: number, at: Date): string => {
  const { date, time } = stampOf(at)
  const total = bookings.reduce((sum, { cents }) => sum + cents, balanceCents)
  const details = bookings.map(
    ({ type, cents, bankReference, ourReference }) => `16,${type},${cents},Z,${bankReference},${ourReference},ACH/`,
  )
  const count = details.length
  const lines = [
    `01,${bank.routing},${customer.originId},${date},${time},1,,,2/`,
    `02,${customer.originId},${bank.routing},1,${date},${time},USD,2/`,
    `03,${customer.account},USD,060,${balanceCents},,/`,
    ...details,
    `49,${total},${count + 2}/`,
    `98,${total},1,${count + 4}/`,
    `99,${total},1,${count + 6}/`,
  ]
  return `${lines.join('\n')}\n`
}
