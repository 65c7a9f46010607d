import { expect, test } from 'vitest'
import { appOfFile } from '#test/suite.ts'
import { decideCase } from './decide-case.ts'
import { kycIn } from '#test/kyc.ts'
import { withdrawIdentity } from './withdraw-identity.ts'

const app = appOfFile()
const kyc = kycIn(app)

test('a withdrawn check that waits for review can be handed in again, and its old case decides nothing', async () => {
  const person = await kyc.aPerson()
  await kyc.handIn(person)
  const ref = await kyc.caseOf(person)
  await withdrawIdentity(app.services, { ownerId: person.id })
  expect(await kyc.statusOf(person)).toMatchObject({ selfieIdStatus: 'Denied', selfieStatus: 'Denied', tier: 0 })
  await decideCase(app.services, ref, { outcome: 'approved', documentNumbers: ['USA passport 1'] })
  expect(await kyc.statusOf(person)).toMatchObject({ selfieIdStatus: 'Denied', tier: 0 })
  await kyc.handIn(person)
  expect(await kyc.statusOf(person)).toMatchObject({ selfieIdStatus: 'inReview', selfieStatus: 'inReview' })
})
