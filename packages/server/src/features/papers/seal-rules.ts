/**
 * What is signed of a paper: its kind, moment and sums, and the hash of the file, as lines of text. With this text, the signature and the
 * public key anybody can check a file without us; decision 38 says how.
 */
import { brand } from '@puente/contract'
import type { IssuedPaper } from './papers-store.ts'

export type Sealed = Pick<IssuedPaper, 'kind' | 'totals' | 'days' | 'sha256' | 'issuedAt'>

export const signedText = ({ kind, totals, days, sha256, issuedAt }: Sealed): string =>
  [
    `${brand.slug} paper 1`,
    `kind ${kind}`,
    `issued ${issuedAt.toISOString()}`,
    ...(days ? [`from ${days.fromDate}`, `to ${days.toDate}`] : []),
    ...totals.map(({ name, cents }) => `${name} ${cents} USD cents`),
    `sha256 ${sha256.toString('hex')}`,
    '',
  ].join('\n')

/** A code as it is printed and read out: `k7qm-2xdp-9rta-5hvc-w3bz`. */
export const grouped = (code: string): string => (code.match(/.{1,4}/g) ?? []).join('-')
