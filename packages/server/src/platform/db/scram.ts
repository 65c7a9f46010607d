import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto'

const ITERATIONS = 4_096 // PostgreSQL's own; the passwords are 256 random bits, which need no stretching

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

const verifierWith = (password: string, salt: Buffer): string => {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256')
  const storedKey = createHash('sha256').update(hmac(salted, 'Client Key')).digest('base64')
  const serverKey = hmac(salted, 'Server Key').toString('base64')
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`
}

/** What PostgreSQL stores of a password. Sent instead of the password, which then appears in no statement and no log. */
export const scramVerifier = (password: string): string => verifierWith(password, randomBytes(16))

/** Whether a stored verifier is this password's. */
export const isVerifierOf = (password: string, stored: string | null): boolean => {
  const salt = /^SCRAM-SHA-256\$4096:([^$]+)\$/.exec(stored ?? '')?.[1]
  if (salt === undefined) return false
  const [wanted, found] = [verifierWith(password, Buffer.from(salt, 'base64')), stored ?? ''].map((text) =>
    Buffer.from(text),
  )
  return wanted !== undefined && found !== undefined && wanted.length === found.length && timingSafeEqual(wanted, found)
}
