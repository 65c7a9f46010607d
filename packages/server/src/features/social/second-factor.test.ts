import { expect, test } from 'vitest'
import { aUser, PASSWORD } from '#test/factories.ts'
import { aBrowser } from '#test/social.ts'
import { appOfFile } from '#test/suite.ts'

const app = appOfFile({ SECOND_FACTOR: 'acts' })

test('where a second factor is asked for, the password alone signs in no further and links nothing', async () => {
  const user = await aUser(app.services, { emailVerified: true })
  const { db, clock } = app.services
  const enrolled = { owner_id: user.id, enrolled_at: clock.now(), secret_sealed: 'x' }
  await db.insertInto('authenticator_apps').values(enrolled).execute()
  const browser = aBrowser(app)
  const landing = await browser.signIn('google', { name: 'Maria L', email: user.email })
  const { link } = landing.more
  const { data } = await browser.post('/auth/social/link/confirm', { link, password: PASSWORD })
  const { token } = data as unknown as { token: string }
  expect(await browser.post('/auth/session', { token })).toMatchObject({ code: 'stepUpRequired' })
  expect(await db.selectFrom('social_identities').selectAll().where('owner_id', '=', user.id).execute()).toEqual([])
})
