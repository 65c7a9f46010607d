/** The link of a notice about a change: `auth` reads and uses it up (`codes-store.ts`), whatever the change was. */
import { encryptField } from '#platform/crypto/field-encryption.ts'
import { hashToken } from '#platform/crypto/tokens.ts'
import type { Trx } from '#platform/db/database.ts'
import type { Keys } from '#platform/secrets.ts'

/** How long an owner may say that a change was not theirs. */
const NOT_ME_MS = 7 * 86_400_000

export type NoticeLink = {
  ownerId: string
  codeId: string
  address: string
  addressHash: string
  linkToken: string
  at: Date
}

export const insertNoticeLink = async (
  trx: Trx,
  { sealing }: Pick<Keys, 'sealing'>,
  { ownerId, codeId, address, addressHash, linkToken, at }: NoticeLink,
): Promise<void> => {
  await trx
    .insertInto('contact_codes')
    .values({
      owner_id: ownerId,
      code_id: codeId,
      purpose: 'notMe',
      address_hash: addressHash,
      created_at: at,
      expires_at: new Date(at.getTime() + NOT_ME_MS),
      address_sealed: encryptField(sealing, { table: 'contact_codes', column: 'address_sealed', row: codeId }, address),
      code_hash: null,
    })
    .execute()
  await trx
    .insertInto('link_tokens')
    .values({ token_hash: hashToken(linkToken), owner_id: ownerId, code_id: codeId, created_at: at })
    .execute()
}
