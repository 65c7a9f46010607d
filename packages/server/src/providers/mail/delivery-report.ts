/**
 * Mail that came back after it was taken: the report of a mail server (RFC 3464), handed to us by our own mail system. Anybody can
 * write a report; only one that names the id of a mail which we sent to that address says something.
 */
import { createHash } from 'node:crypto'
import PostalMime from 'postal-mime'
import type { Clock } from '#platform/clock.ts'
import { sameBytes } from '#platform/crypto/tokens.ts'
import type { Keys } from '#platform/secrets.ts'
import { BadSignature, type ProviderEvent } from '../types.ts'
import { isMailId } from './mail-id.ts'
import { returnedMail } from './mail-returned.ts'

type Reading = { token: string | null; keys: Pick<Keys, 'blindIndex' | 'sealing'>; clock: Clock }

/** A part of the report as text. */
const partOf = (mail: Awaited<ReturnType<typeof PostalMime.parse>>, ...types: string[]): string => {
  const part = mail.attachments.find(({ mimeType }) => types.includes(mimeType.toLowerCase()))
  if (!part) return ''
  return typeof part.content === 'string' ? part.content : new TextDecoder().decode(part.content)
}

const fieldOf = (text: string, name: string): string =>
  new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(text.replaceAll(/\r?\n[ \t]+/g, ' '))?.[1]?.trim() ?? ''

/** Failed for good, and for want of the mailbox. */
const isFinal = (block: string): boolean =>
  fieldOf(block, 'Action').toLowerCase() === 'failed' && /^5\.(?:1\.|2\.1|7\.1[36])/.test(fieldOf(block, 'Status'))

/** Addresses that the report says take no mail. */
const failedIn = (status: string): string[] =>
  status
    .split(/\r?\n\r?\n/)
    .filter(isFinal)
    .flatMap((block) => /^rfc822;\s*(\S+@\S+)$/i.exec(fieldOf(block, 'Final-Recipient'))?.[1]?.toLowerCase() ?? [])

/** What came back, where the report is about our mail. Throws `BadSignature` unless it was handed over with our token. */
export const readReturned = async (
  { token, keys, clock }: Reading,
  headers: Headers,
  raw: Buffer,
): Promise<ProviderEvent[]> => {
  const given = headers.get('authorization') ?? ''
  if (token === null || !sameBytes(Buffer.from(given), Buffer.from(`Bearer ${token}`))) throw new BadSignature()
  const mail = await PostalMime.parse(raw, { forceRfc822Attachments: true }).catch(() => null)
  if (!mail) return []
  const original = partOf(mail, 'message/rfc822', 'text/rfc822-headers', 'message/rfc822-headers')
  const id = /<([^<>@\s]+)@[^<>\s]+>/.exec(fieldOf(original, 'Message-ID'))?.[1] ?? ''
  return failedIn(partOf(mail, 'message/delivery-status'))
    .filter((address) => isMailId(keys, id, address))
    .map((address) => {
      const { ref, sealed } = returnedMail(keys, id.slice(0, id.lastIndexOf('.')), address)
      return {
        provider: 'mail',
        eventId: createHash('sha256').update(`${id} ${address}`).digest('hex'),
        objectId: `${ref} ${sealed}`,
        type: 'returned',
        occurredAt: clock.now(),
        // Saying it again changes nothing, and the address is kept nowhere.
        dedupe: 'trigger' as const,
      }
    })
}
