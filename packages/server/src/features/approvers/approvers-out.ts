/** Both sides of approving as the wire has them. */
import { type ApproverRow, type ApproverRule, type ApprovingRow, fileId, type Output, userId } from '@puente/contract'
import { listPeople, type Person } from '#features/accounts/index.ts'
import { type Db, databaseNow } from '#platform/db/database.ts'
import type { Clock } from '#platform/clock.ts'
import type { Approver, Rule } from './approver.ts'
import { isThereAt, ruleAt } from './approver-rules.ts'
import { listApproved, listOwn } from './approvers-store.ts'

const ruleOut = ({ newPayee, aboveCents }: Rule): ApproverRule => ({
  newPayee,
  aboveCents: aboveCents === null ? null : Number(aboveCents),
})

export const imageOf = (imageFileId: string | null): string | null =>
  imageFileId === null ? null : `/api/files/${fileId(imageFileId)}`

const rowOf = (approver: Approver, person: Person, at: Date): ApprovingRow => ({
  userId: userId(person.id),
  fullName: person.fullName,
  publicTransactionId: person.handle,
  image: imageOf(person.imageFileId),
  business: person.isBusiness,
  state: approver.state,
  rule: ruleOut(ruleAt(approver, at)),
  since: (approver.acceptedAt ?? approver.invitedAt).toISOString(),
  endsAt: approver.endsAt?.toISOString() ?? null,
})

const ownRowOf = (approver: Approver, person: Person, at: Date): ApproverRow => {
  const { next, decidesFrom } = approver
  return {
    ...rowOf(approver, person, at),
    next: next !== null && at < next.at ? { rule: ruleOut(next.rule), at: next.at.toISOString() } : null,
    decidesFrom: decidesFrom !== null && at < decidesFrom ? decidesFrom.toISOString() : null,
  }
}

const byAge = (one: Approver, other: Approver): number => one.invitedAt.getTime() - other.invitedAt.getTime()

/** Who approves for the person, and for whom they approve; whose end has come, or who has closed the account, is left out. */
export const readBoth = async (
  { db, clock }: { db: Db; clock: Clock },
  ownerId: string,
): Promise<Output<'listApprovers'>> => {
  const [own, approved, at] = await Promise.all([
    listOwn(db, ownerId),
    listApproved(db, ownerId),
    databaseNow(db, clock),
  ])
  const ids = [...own.map(({ approverId }) => approverId), ...approved.map((one) => one.ownerId)]
  const people = new Map((await listPeople(db, ids)).map((person) => [person.id, person]))
  const there = (rows: Approver[]) => rows.filter((one) => isThereAt(one, at)).toSorted(byAge)
  const personOf = (id: string): Person[] => {
    const person = people.get(id)
    return person ? [person] : []
  }
  return {
    approvers: there(own).flatMap((one) => personOf(one.approverId).map((person) => ownRowOf(one, person, at))),
    approving: there(approved).flatMap((one) => personOf(one.ownerId).map((person) => rowOf(one, person, at))),
  }
}
