/** Codes of authenticator apps (RFC 6238): six digits, a new step every 30 seconds, over SHA-1, which is all that every app speaks. */
import { brand } from '@puente/contract'
import { Secret, TOTP } from 'otpauth'

const PERIOD_SECONDS = 30
const SECRET_BYTES = 20

/** A fresh secret, base32 of 160 random bits. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

const totpOf = (secret: string, label = ''): TOTP =>
  new TOTP({
    issuer: brand.appName,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  })

/** What the QR shows: the secret under the name that the app lists. */
export const otpauthUrl = (secret: string, email: string): string => totpOf(secret, email).toString()

/** The time step to which a code belongs: the current one, or null when the code is not of it. */
export const stepOf = (secret: string, code: string, at: Date): number | null =>
  totpOf(secret).validate({ token: code, timestamp: at.getTime(), window: 0 }) === 0
    ? Math.floor(at.getTime() / 1000 / PERIOD_SECONDS)
    : null
