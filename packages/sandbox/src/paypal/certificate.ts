/**
 * The certificate that events are signed with, and the signature. Node reads X.509 certificates but writes none, so the few
 * fields of a self-signed one are put together here, in DER.
 */
import { createHash, createSign, createVerify, generateKeyPairSync, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const tagged = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const sequence = (...parts: Buffer[]) => tagged(0x30, ...parts)
const set = (...parts: Buffer[]) => tagged(0x31, ...parts)
const objectId = (hex: string) => tagged(0x06, Buffer.from(hex, 'hex'))
const time = (at: Date) => tagged(0x18, Buffer.from(`${at.toISOString().replaceAll(/[-:T]|\.\d+/g, '')}`))
const bits = (content: Buffer) => tagged(0x03, Buffer.from([0]), content)

const sha256WithRsa = sequence(objectId('2a864886f70d01010b'), tagged(0x05))
const commonName = objectId('550403')
const nameOf = (name: string) => sequence(set(sequence(commonName, tagged(0x0c, Buffer.from(name)))))

const dayMs = 24 * 3_600_000

const makeCertificate = () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const now = Date.now()
  const name = nameOf('messageverificationcerts.paypal.com')
  const terms = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    sha256WithRsa,
    name,
    sequence(time(new Date(now - dayMs)), time(new Date(now + 3650 * dayMs))),
    name,
    publicKey.export({ format: 'der', type: 'spki' }),
  )
  const der = sequence(terms, sha256WithRsa, bits(createSign('sha256').update(terms).sign(privateKey)))
  const lines = der.toString('base64').replaceAll(/.{64}/g, '$&\n')
  return {
    /** Another sandbox has another one: the two must not be mixed up. */
    id: `CERT-${createHash('sha256').update(der).digest('hex').slice(0, 24)}`,
    pem: `-----BEGIN CERTIFICATE-----\n${lines.trimEnd()}\n-----END CERTIFICATE-----\n`,
    privateKey,
    publicKey,
  }
}

/** What a signature covers. */
type Signed = { id: string; time: string; webhookId: string; body: string | Buffer }

const signedText = ({ id, time: at, webhookId, body }: Signed) => `${id}|${at}|${webhookId}|${crc32(body)}`

/** Made when the first event is signed: it takes a moment, and most sandboxes never send one. */
export const createCertificate = () => {
  let made: ReturnType<typeof makeCertificate> | undefined
  const certificate = () => (made ??= makeCertificate())
  return {
    id: () => certificate().id,
    pem: () => certificate().pem,
    sign: (signed: Signed) =>
      createSign('sha256').update(signedText(signed)).sign(certificate().privateKey).toString('base64'),
    isSigned: (signed: Signed, signature: string) =>
      createVerify('sha256').update(signedText(signed)).verify(certificate().publicKey, signature, 'base64'),
  }
}

export type Certificate = ReturnType<typeof createCertificate>
