import { expect, test } from 'vitest'
import { appOfFile } from '#test/suite.ts'
import { decideReview } from './decide-review.ts'
import { kycIn } from '#test/kyc.ts'
import { withdrawIdentity } from './withdraw-identity.ts'

const app = appOfFile()
const kyc = kycIn(app)
const NONE = { selfieIdStatus: 'neverRequested', selfieStatus: 'neverRequested' }

test('a withdrawn check that waits for review can be submitted again, and its old review decides nothing', async () => {
  const person = await kyc.aPerson()
  await kyc.submit(person)
  const ref = await kyc.reviewOf(person)
  const before = app.services.clock.now().toISOString()
  await withdrawIdentity(app.services, { ownerId: person.id, before })
  expect(await kyc.statusOf(person)).toMatchObject({ ...NONE, tier: 0 })
  await decideReview(app.services, ref, { outcome: 'approved', documentNumbers: ['USA passport 1'], expiresOn: null })
  expect(await kyc.statusOf(person)).toMatchObject({ ...NONE, tier: 0 })
  app.clock.advance(1_000)
  await kyc.submit(person)
  await withdrawIdentity(app.services, { ownerId: person.id, before })
  expect(await kyc.statusOf(person)).toMatchObject({ selfieIdStatus: 'inReview', selfieStatus: 'inReview' })
})

test('what was handed in before goes also where its owner has handed the rest in since, or it was decided since', async () => {
  for (const isDecided of [false, true]) {
    const person = await kyc.aPerson()
    await kyc.next(person, 'approve')
    await kyc.legalStep(person)
    await kyc.uploadId(person)
    const before = app.services.clock.now().toISOString()
    app.clock.advance(1_000)
    await kyc.uploadSelfie(person)
    if (isDecided) await kyc.review(person)
    await withdrawIdentity(app.services, { ownerId: person.id, before })
    expect(await kyc.statusOf(person)).toMatchObject({
      selfieIdStatus: 'neverRequested',
      selfieStatus: isDecided ? 'Approved' : 'neverRequested',
      tier: 0,
    })
  }
})
