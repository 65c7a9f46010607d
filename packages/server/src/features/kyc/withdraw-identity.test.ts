import { expect, test } from 'vitest'
import { appOfFile } from '#test/suite.ts'
import { decideReview } from './decide-review.ts'
import { kycIn } from '#test/kyc.ts'
import { withdrawIdentity } from './withdraw-identity.ts'

const app = appOfFile()
const kyc = kycIn(app)

test('a withdrawn check that waits for review can be submitted again, and its old review decides nothing', async () => {
  const person = await kyc.aPerson()
  await kyc.submit(person)
  const ref = await kyc.reviewOf(person)
  await withdrawIdentity(app.services, { ownerId: person.id })
  expect(await kyc.statusOf(person)).toMatchObject({ selfieIdStatus: 'Denied', selfieStatus: 'Denied', tier: 0 })
  await decideReview(app.services, ref, { outcome: 'approved', documentNumbers: ['USA passport 1'], expiresOn: null })
  expect(await kyc.statusOf(person)).toMatchObject({ selfieIdStatus: 'Denied', tier: 0 })
  await kyc.submit(person)
  expect(await kyc.statusOf(person)).toMatchObject({ selfieIdStatus: 'inReview', selfieStatus: 'inReview' })
})
