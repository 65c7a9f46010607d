/**
 * The bank's own account of our money, read again from the files that it has given us instead of from what was made of them: the
 * totals that its statements show, each by the entries of our file that it stands for, and what its returns bring back.
 */
import type { Services } from '#platform/services.ts'
import { readFile } from '#providers/ach/nacha/read-file.ts'
import type { NachaSettings } from '#providers/ach/nacha/settings.ts'
import type { ReportLine, ReportPeriod } from '#providers/report.ts'
import { type AnswerKind, listAnswers, type SealedAnswer } from './answers-store.ts'
import { findSealedFile } from './files-store.ts'
import { type Answer, readAnswer } from './read-answer.ts'
import { unseal } from './sealing.ts'

type Bank = Pick<Services, 'db' | 'keys'>

const lineOf = (line: Pick<ReportLine, 'objectId' | 'amountCents' | 'kind' | 'at'>): ReportLine => ({
  ...line,
  ref: null,
  feeCents: 0n,
})

const isCredit = (code: string | undefined): boolean => code === '22' || code === '32'

/** The entries that a total stands for; the total itself where it is not that of a file of ours. */
const payoutsOf = async (
  services: Bank,
  { cents, bankReference, ourReference }: { cents: bigint; bankReference: string; ourReference: string },
  { at, refused }: { at: Date; refused: ReadonlySet<string> },
): Promise<ReportLine[]> => {
  const unknown = [lineOf({ objectId: bankReference, amountCents: -cents, kind: 'unrecognised', at })]
  const file = await findSealedFile(services.db, ourReference)
  if (!file) return unknown
  const { batches } = readFile(unseal(services, 'nacha_files.content_sealed', file.id, file.contentSealed))
  const entries = batches
    .flatMap((batch) => batch.entries)
    .filter(({ values }) => isCredit(values['code']) && !refused.has(values['trace'] ?? ''))
  const total = entries.reduce((sum, { values }) => sum + BigInt(values['amount'] ?? '0'), 0n)
  if (total !== cents) return unknown
  return entries.map(({ values }) =>
    lineOf({
      objectId: values['trace'] ?? '',
      amountCents: -BigInt(values['amount'] ?? '0'),
      kind: 'payout',
      at,
    }),
  )
}

export const reportOfFiles = async (
  services: Bank,
  bank: NachaSettings,
  period: ReportPeriod,
): Promise<ReportLine[]> => {
  const open = (row: SealedAnswer): Answer =>
    readAnswer(unseal(services, 'nacha_answers.content_sealed', row.sha256, row.contentSealed), bank)
  const read = async (kind: AnswerKind) =>
    (await listAnswers(services.db, kind, period)).map((row) => ({ at: row.receivedAt, answer: open(row) }))
  const refused = new Set(
    (await read('acknowledgement')).flatMap(({ answer }) =>
      answer.kind === 'acknowledgement' ? answer.said.flatMap((said) => (said.of === 'entry' ? [said.trace] : [])) : [],
    ),
  )
  const lines: ReportLine[] = []
  // The same line stands in several statements; the first counts.
  const settled = new Map<string, Parameters<typeof payoutsOf>[1] & { at: Date }>()
  for (const { at, answer } of await read('statement'))
    if (answer.kind === 'statement')
      for (const line of answer.statement.settled)
        if (!settled.has(line.bankReference)) settled.set(line.bankReference, { ...line, at })
  for (const line of settled.values()) lines.push(...(await payoutsOf(services, line, { at: line.at, refused })))
  // The same return stands in several files, if the bank repeats one.
  const returned = new Map<string, ReportLine>()
  for (const { at, answer } of await read('sentBack'))
    if (answer.kind === 'sentBack')
      for (const one of answer.sentBack)
        if (one.kind === 'return')
          returned.set(
            one.trace,
            lineOf({ objectId: one.originalTrace, amountCents: one.amountCents, kind: 'return', at }),
          )
  const returns = [...returned.values()]
  // What came back before the bank's statement told that it had gone was never booked: neither of the two is.
  const undone = new Set(
    lines
      .filter(({ objectId, kind, at }) =>
        returns.some((back) => kind === 'payout' && back.objectId === objectId && back.at < at),
      )
      .map(({ objectId }) => objectId),
  )
  return [...lines, ...returns].filter(({ objectId }) => !undone.has(objectId))
}
