/** Recovery codes: the way in for a person whose other factors are gone. Each works once. */
import { randomBytes } from 'node:crypto'
import { RECOVERY_CODES } from '@puente/contract'
import { hashToken } from '#platform/crypto/tokens.ts'
import type { Trx } from '#platform/db/database.ts'
import { replaceRecoveryCodes } from './recovery-codes-store.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const LENGTH = 24

/** 24 characters of base32: 120 random bits, each character as likely as any other. */
const newRecoveryCode = (): string => Array.from(randomBytes(LENGTH), (byte) => ALPHABET.charAt(byte % 32)).join('')

/** As people read it: in groups of four. */
const grouped = (code: string): string => code.replaceAll(/.{4}(?=.)/g, '$&-')

/** The hash under which a code is kept, however it was written. It is random in all its bits, so a plain one cannot be searched. */
export const recoveryCodeHash = (text: string): Buffer => hashToken(text.replaceAll(/[\s-]/g, '').toUpperCase())

/** Replaces the person's codes and answers the new ones, which are nowhere readable afterwards. */
export const makeRecoveryCodes = async (trx: Trx, ownerId: string, at: Date): Promise<string[]> => {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  await replaceRecoveryCodes(trx, ownerId, codes.map(recoveryCodeHash), at)
  return codes.map(grouped)
}
