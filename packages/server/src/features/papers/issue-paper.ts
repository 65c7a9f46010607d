import { createHash, sign } from 'node:crypto'
import { brand, type FileOut, type PaperKind, type PaperSize, verifyPath } from '@puente/contract'
import { newLinkCode } from '#features/accounts/index.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { RequestFacts } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { newId } from '#platform/ids.ts'
import { makePaper } from '#platform/papers/make-paper.ts'
import type { PaperCheck, PaperContent } from '#platform/papers/paper.ts'
import type { Services } from '#platform/services.ts'
import { type PaperWords, paperWords } from './paper-words.ts'
import { insertPaper, type PaperDays, type PaperTotal } from './papers-store.ts'
import { sizeIn } from './paper-size-rules.ts'
import { grouped, signedText } from './seal-rules.ts'

/** How its reader wants it: the input of every call that answers with a paper (`paperIn` of the contract). */
export type PaperAsked = { lang?: string; otherLang?: string; size?: PaperSize }

export type PaperDraft = {
  ownerId: string
  kind: PaperKind
  /** The sums it answers for; whoever has the code reads them. */
  totals: PaperTotal[]
  /** The days that it is of, if it is a statement; they are read and signed with the sums. */
  days?: PaperDays | null
  /** What it says, made with the words it is given; language and size are set already. */
  contentOf: (words: PaperWords) => Omit<PaperContent, 'lang' | 'otherLang' | 'size'>
}

type Issuing = Pick<Services, 'clock' | 'config' | 'db' | 'keys'> & Pick<RequestFacts, 'language' | 'timeZone'>

/** At a time, for one person: all people of a process share the line for papers. */
const OWN_PAPERS = 2
const TRY_AGAIN_SECONDS = 5
const waiting = new Map<string, number>()

/** Runs it while this person is within their share of the line; refuses with `tooManyRequests` beyond it. */
export const inLine = async <Made>(ownerId: string, make: () => Promise<Made>): Promise<Made> => {
  const own = waiting.get(ownerId) ?? 0
  if (own >= OWN_PAPERS) throw new Refusal('tooManyRequests', { retryAfterSeconds: TRY_AGAIN_SECONDS })
  waiting.set(ownerId, own + 1)
  try {
    return await make()
  } finally {
    const left = (waiting.get(ownerId) ?? 1) - 1
    if (left > 0) waiting.set(ownerId, left)
    else waiting.delete(ownerId)
  }
}

const checkOf = (
  { both, moment }: PaperWords,
  content: { subject: string },
  facts: Pick<PaperCheck, 'code' | 'url'> & { at: Date },
): PaperCheck => ({
  code: facts.code,
  url: facts.url,
  title: both('check.title'),
  text: both('check.text', { appName: brand.appName }),
  issued: both('check.issued', (lang) => ({ at: moment(facts.at, lang) })),
  foot: `${brand.appName} · ${content.subject} · ${facts.code}`,
  page: [both('check.page', { page: '{page}', pages: '{pages}' })].flat()[0] ?? '',
  // What people wrote stands once.
  emoji: [both('check.emoji')].flat()[0] ?? '',
})

/**
 * Makes a paper, signs it and notes that it was issued; answers with the file. The code on it is drawn first, then the hash of the whole
 * file is signed and stored under that code, so that `verify/get` knows the very bytes. Every copy is a paper of its own.
 */
export const issuePaper = async (
  ctx: Issuing,
  asked: PaperAsked,
  { ownerId, kind, totals, days = null, contentOf }: PaperDraft,
): Promise<FileOut> => {
  const words = paperWords(ctx, asked)
  const content: PaperContent = {
    ...contentOf(words),
    lang: words.lang,
    ...(words.otherLang && { otherLang: words.otherLang }),
    size: asked.size ?? sizeIn(ctx.timeZone),
  }
  const code = newLinkCode()
  const at = ctx.clock.now()
  const check = checkOf(words, content, { code: grouped(code), url: `${ctx.config.publicUrl}${verifyPath(code)}`, at })
  const bytes = await inLine(ownerId, () => makePaper({ content, check, at }))
  const sha256 = createHash('sha256').update(bytes).digest()
  const { kid, key } = ctx.keys.papers.current
  if (!key.privateKey) throw new Error('the current key of papers has no private half')
  const signature = sign(null, Buffer.from(signedText({ kind, totals, days, sha256, issuedAt: at })), key.privateKey)
  await transaction(ctx.db, 'issue a paper', (trx) =>
    insertPaper(trx, code, { ownerId, paperId: newId(), kind, totals, days, sha256, issuedAt: at, kid, signature }),
  )
  return { bytes, contentType: 'application/pdf' }
}
