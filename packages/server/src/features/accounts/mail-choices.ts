/** What a mail says about the choice whether to get it. */
import { createHmac } from 'node:crypto'
import { NOTICE_KINDS, type NoticeKind } from '@puente/contract'
import { sameBytes } from '#platform/crypto/tokens.ts'
import type { Services } from '#platform/services.ts'

type Choosing = Pick<Services, 'config' | 'keys'>

/** Where a mail program asks that mails of a kind end. */
export const UNSUBSCRIBE_PATH = '/hooks/unsubscribe'

const signed = ({ keys }: Pick<Choosing, 'keys'>, ownerId: string, kind: NoticeKind): Buffer =>
  createHmac('sha256', keys.cursor)
    .update(JSON.stringify(['unsubscribe', ownerId, kind]))
    .digest()
    .subarray(0, 16)

/**
 * Where a person chooses what is mailed to them, and the address to which their mail program says that it is to end. That one
 * works without signing in, for as long as the mail is kept, and can do no more than switch off mail about this kind.
 */
export const mailChoices = (
  services: Choosing,
  ownerId: string,
  kind: NoticeKind,
): { choose: string; unsubscribe: string } => {
  const { publicUrl } = services.config
  const token = `${ownerId.replaceAll('-', '')}.${kind}.${signed(services, ownerId, kind).toString('base64url')}`
  return { choose: `${publicUrl}/settings/notifications`, unsubscribe: `${publicUrl}${UNSUBSCRIBE_PATH}?t=${token}` }
}

/** Whose mail of which kind is to end; null for what we did not sign. */
export const readUnsubscribe = (
  services: Pick<Choosing, 'keys'>,
  token: string,
): { ownerId: string; kind: NoticeKind } | null => {
  const [hex = '', name = '', signature = ''] = token.split('.')
  const kind = NOTICE_KINDS.find((one) => one === name)
  const ownerId = hex.replace(/^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/, '$1-$2-$3-$4-$5')
  if (!kind || ownerId === hex) return null
  return sameBytes(signed(services, ownerId, kind), Buffer.from(signature, 'base64url')) ? { ownerId, kind } : null
}
