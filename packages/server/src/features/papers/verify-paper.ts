/** What the code of a paper tells whoever has it: that it was issued, and what its signature holds for. Nothing of whose it is. */
import { createHash, type KeyObject, verify } from 'node:crypto'
import { brand, type Input, type Output } from '@puente/contract'
import type { PublicCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { findPaperByCode } from './papers-store.ts'
import { signedText } from './seal-rules.ts'

type KeyOut = Output<'paperKeys'>['items'][number]

const keyOut = (kid: string, key: KeyObject, current: boolean): KeyOut => ({
  kid,
  fingerprint: createHash('sha256')
    .update(key.export({ format: 'der', type: 'spki' }))
    .digest('hex'),
  pem: key.export({ format: 'pem', type: 'spki' }).toString(),
  current,
})

export const verifyPaper = async (ctx: PublicCtx, { code }: Input<'verifyPaper'>): Promise<Output<'verifyPaper'>> => {
  const paper = await findPaperByCode(ctx.db, code)
  // Said as of one that is malformed.
  if (!paper) throw new Refusal('notFound', { field: 'code' })
  const { papers } = ctx.keys
  const publicKey = papers.find(paper.kid)?.publicKey
  if (!publicKey) throw new Error(`the public key ${paper.kid} of papers is missing`)
  const signed = signedText(paper)
  return {
    kind: paper.kind,
    issuer: brand.appName,
    issuedAt: paper.issuedAt.toISOString(),
    totals: paper.totals,
    days: paper.days,
    currency: 'USD',
    hash: paper.sha256.toString('hex'),
    valid: verify(null, Buffer.from(signed), publicKey, paper.signature),
    signed,
    signature: paper.signature.toString('base64'),
    key: keyOut(paper.kid, publicKey, paper.kid === papers.current.kid),
  }
}

export const listPaperKeys = async ({ keys: { papers } }: PublicCtx): Promise<Output<'paperKeys'>> => ({
  items: papers.all().map(({ kid, key }) => keyOut(kid, key.publicKey, kid === papers.current.kid)),
})
