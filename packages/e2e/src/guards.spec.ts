/** Who may see what: redirects and the way back, direct visits, and the four stages of an account. */
import type { Page } from '@playwright/test'
import { signIn } from './steps/account.ts'
import { reviewSend, sendButton } from './steps/money.ts'
import { expect, isWide, signInAs, test } from './support/journey.ts'
import { handInIdentity, type Person, type Stage } from './support/people.ts'
import { appUrl } from './support/places.ts'
import { codeFor, eventually, linkFor, nextIdentityCheck } from './support/sandbox.ts'
import { texts } from './support/texts.ts'

const t = texts.en

const SIGNING_UP = ['/sign-up/email-verify', '/sign-up/phone-verification', '/sign-up/address']
const PUBLIC = ['/', '/sign-in', '/sign-up', '/reset-password', '/reset-password/success', '/confirmation']
const PRIVATE = [
  '/home',
  '/movements',
  '/movements/detail',
  '/verify-user',
  '/verify-account',
  '/verify-account/confirmation',
  '/deposit-now',
  '/deposit-now/success',
  '/deposit-now/cancel',
  '/kyc',
  '/kyc/Tier1',
  '/kyc/success',
  '/payments/send',
  '/payments/send/puente',
  '/payments/send/puente/amount',
  '/payments/send/puente/detail',
  '/payments/send/puente/success',
  '/settings',
  '/settings/language',
]
/** Guarded as their neighbours above are. */
const OF_THE_RAILS = [
  '/payments/send/card',
  '/payments/send/paypal',
  '/payments/send/zelle',
  '/payments/zelle',
  '/payments/withdraw',
  '/payments/withdraw/paypal',
  '/payments/withdraw/bank',
  '/payments/withdraw/bank/recipient-details',
  '/payments/withdraw/bank/amount',
  '/payments/withdraw/bank/details',
  '/payments/withdraw/bank/success',
  '/invoice',
  '/invoice/detail',
  '/invoice/pay',
  '/invoice/pay/success',
  '/invoice/pay/cancel',
  '/invoice/success',
  '/invoice/confirmation',
  '/invoice/product',
  '/invoice/product/add',
  '/invoice/product/add/image',
  '/invoice/recipient',
  '/invoice/recipient/add',
  '/settings/cards',
  '/settings/bank-accounts',
]

/** Where a visit ends. */
const expectPath = (page: Page, path: string) =>
  expect.poll(() => new URL(page.url()).pathname, { message: `the path should be ${path}` }).toBe(path)

test('RT-01 every screen is answered by a direct GET, and RT-03 an unknown path is a 404', async ({ request }) => {
  for (const path of [...PUBLIC, ...SIGNING_UP, ...PRIVATE, ...OF_THE_RAILS]) {
    expect((await request.get(path)).status(), path).toBe(200)
  }
  expect((await request.get('/nope')).status()).toBe(404)
  expect((await request.get('/api/nope')).status()).toBe(404)
})

test('RT-02 RT-10 a logged-out visitor is sent to sign in with the full path', async ({ page }) => {
  for (const path of PRIVATE) {
    await page.goto(path)
    await expect(page).toHaveURL(`${appUrl}/?redirect=${encodeURIComponent(path)}`)
  }
})

test(
  'RT-02 after signing in one lands where one wanted to go',
  { tag: ['@long', '@desktop-long'] },
  async ({ page, makePerson }) => {
    const person = await makePerson({ stage: 'N' })
    await page.goto('/movements?x=1')
    await expect(page).toHaveURL(`${appUrl}/?redirect=%2Fmovements%3Fx%3D1`)
    await signIn(page, t, person)
    await expect(page).toHaveURL(`${appUrl}/movements?x=1`)
    expect(await page.evaluate(() => location.hash)).toBe('')
  },
)

test('[V3.7.2] RT-02 a way back that leads elsewhere is ignored', { tag: '@long' }, async ({ page, makePerson }) => {
  const person = await makePerson({ stage: 'N' })
  // One of each kind; `safe-redirect.test.ts` has all the ways of writing them.
  for (const evil of ['https://evil.example/', '/\\evil.example', 'javascript:alert(1)']) {
    await test.step(JSON.stringify(evil), async () => {
      await page.goto(`/?redirect=${encodeURIComponent(evil)}`)
      await signIn(page, t, person)
      await expect(page).toHaveURL(`${appUrl}/home`)
      await page.context().clearCookies()
      await page.evaluate(() => localStorage.clear())
    })
  }
})

test('RT-03 the not-found page speaks the current language and leads home', async ({ page, openPage }) => {
  await page.goto('/nope/nowhere')
  await expect(page.getByRole('heading', { name: "We can't find that page" })).toBeVisible()
  await page.getByRole('link', { name: t.goHome }).click()
  await expect(page).toHaveURL(/\/\?redirect=%2Fhome$/)
  const spanish = await openPage({ locale: 'es-MX' })
  await spanish.goto('/nope')
  await expect(spanish.getByRole('heading', { name: 'No encontramos esa página' })).toBeVisible()
})

test(
  'RT-04 RT-05 RT-11 the screens for visitors lead a signed-in user home',
  { tag: '@long' },
  async ({ page, makePerson }) => {
    await signInAs(page, await makePerson({ stage: 'N' }))
    for (const path of ['/', '/sign-in', '/sign-up', '/reset-password']) {
      await page.goto(path)
      await expect(page, path).toHaveURL(`${appUrl}/home`)
    }
  },
)

test('RT-12 the reset confirmation can be visited directly', async ({ page }) => {
  await page.goto('/reset-password/success')
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
})

test('RT-14 P-05 the mailed link confirms once, without being signed in; bad and used ones say so', async ({
  page,
  makePerson,
}) => {
  const person = await makePerson({ stage: 'N' })
  await person.call('requestEmailCode')
  const link = await linkFor(person.email)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Your email is verified' })).toBeVisible()
  await expect(page.getByText(person.email)).toBeVisible()
  // The account does not know this browser, so everyone who is signed in to it has to show the password again.
  await expect(page.getByText('Log in with the password you chose.')).toBeVisible()
  await expect(page.getByText('If you did not open this account, reset the password.')).toBeVisible()
  await page.goto('/')
  await page.goto(link)
  await expect(page.getByRole('main')).toContainText('Email already confirmed')
  await page.goto('/confirmation?token=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')
  await expect(page.getByRole('main')).toContainText('This link is incomplete or no longer works. Ask for a new one.')
})

/** Where each path leads at each stage; a path without an entry stays. */
const LEADS: Record<Stage, Record<string, string>> = {
  N: {
    '/kyc': '/home',
    '/kyc/Tier1': '/home',
    '/kyc/success': '/home',
    '/payments/send': '/payments/send',
    '/payments/send/puente': '/home',
    '/payments/send/puente/amount': '/home',
    '/verify-account': '/verify-account',
    '/verify-user': '/verify-user',
    '/movements/detail': '/home',
  },
  E: {
    '/kyc': '/home',
    '/kyc/Tier1': '/home',
    '/payments/send/puente': '/home',
    '/verify-account': '/verify-account',
    '/verify-account/confirmation': '/verify-account/confirmation',
  },
  V: {
    '/kyc': '/kyc',
    '/kyc/Tier1': '/kyc/Tier1',
    '/kyc/success': '/home',
    '/payments/send/puente': '/home',
    '/payments/send/puente/detail': '/home',
    '/verify-account': '/home',
    '/deposit-now': '/deposit-now',
  },
  T1: {
    '/kyc': '/home',
    '/kyc/Tier1': '/home',
    '/verify-account': '/home',
    '/payments/send/puente': '/payments/send/puente',
    '/payments/send/puente/amount': '/payments/send/puente',
    '/payments/send/puente/detail': '/payments/send/puente',
    '/payments/send/puente/success': '/payments/send/puente',
    '/movements/detail': '/home',
    '/movements': '/movements',
    '/payments/send': '/payments/send',
    '/settings': '/settings',
  },
}

/** The step of the account's set-up that the dialog shows as the current one. */
const STEP: Record<Exclude<Stage, 'T1'>, { current: string; action: string; leads: string }> = {
  N: { current: 'Verify email', action: 'Verify your email', leads: '/verify-user' },
  E: { current: 'Verify phone', action: 'Verify your phone', leads: '/verify-account' },
  V: { current: 'Verify identity', action: 'Verify your identity', leads: '/kyc' },
}

const chooseSendInSheet = async (page: Page) => {
  const toggle = page.getByRole('button', { name: 'Send or withdraw', exact: true })
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  await toggle.click()
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  await page.getByRole('dialog').getByRole('button', { name: 'Send to someone on Puente' }).click()
}

for (const stage of ['N', 'E', 'V', 'T1'] as const) {
  test(
    `RT-15 RT-21 RT-49 RT-51 RT-66 PM-09 GL-16 GL-19 GL-20 what an account at stage ${stage} may see`,
    { tag: stage === 'V' || stage === 'T1' ? ['@desktop-long'] : ['@long', '@desktop-long'] },
    async ({ page, makePerson }) => {
      await signInAs(page, await makePerson({ stage }))
      // Where an address leads is the same on a wide screen; what opens and how it is reached is not.
      const addresses = isWide() ? [] : Object.entries(LEADS[stage])
      for (const [path, leadsTo] of addresses) {
        await test.step(`${path} leads to ${leadsTo}`, async () => {
          await page.goto(path)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          await expectPath(page, leadsTo)
        })
      }
      await page.goto('/home')
      if (stage === 'T1') {
        await chooseSendInSheet(page)
        return expectPath(page, '/payments/send/puente')
      }
      await chooseSendInSheet(page)
      const dialog = page.getByRole('dialog', { name: 'Finish setting up your account' })
      await expect(dialog.getByRole('listitem')).toHaveCount(3)
      await expect(dialog.locator('[aria-current=step]')).toContainText(STEP[stage].current)
      await dialog.getByRole('button', { name: STEP[stage].action }).click()
      return expectPath(page, STEP[stage].leads)
    },
  )
}

test(
  'RT-16 the phone code screen visited directly offers to request a code',
  { tag: '@long' },
  async ({ page, makePerson }) => {
    await signInAs(page, await makePerson({ stage: 'E' }))
    await page.goto('/verify-account/confirmation')
    await page.getByRole('button', { name: 'Text me a code' }).click()
    await expect(page).toHaveURL(/\/verify-account$/)
  },
)

test('EU-11 the code that a phone is verified with is in no answer of the server and nowhere in the browser', async ({
  page,
  makePerson,
}) => {
  const person = await makePerson({ stage: 'E' })
  await signInAs(page, person)
  const answers: Promise<string>[] = []
  page.on('response', (response) => {
    const isStream = response.headers()['content-type']?.startsWith('text/event-stream')
    if (response.url().includes('/api/') && !isStream) answers.push(response.text().catch(() => ''))
  })
  await page.goto('/verify-account')
  await page.getByLabel(t.phone).fill(person.phone.slice(2))
  await page.getByRole('button', { name: t.sendCode }).click()
  const field = page.getByLabel(t.phoneCode)
  await expect(field).toBeVisible()
  const code = await codeFor(person.phone)
  const held = await page.evaluate(async () => {
    const databases = await indexedDB.databases()
    const stores = [localStorage, sessionStorage].map((store) => Object.entries(store))
    return JSON.stringify([stores, document.cookie, history.state, databases])
  })
  const cookies = JSON.stringify(await page.context().cookies())
  const said = await Promise.all(answers)
  expect(said.join()).toContain('expiresAt')
  for (const text of [...said, held, cookies, await page.content()])
    expect(text).not.toMatch(new RegExp(`\\b${code}\\b`))
  await field.fill(code)
  await expectPath(page, '/home')
})

test(
  'RT-66 PM-09 the identity check closes while it is reviewed and opens again after a denial',
  { tag: '@long' },
  async ({ page, makePerson, photo }) => {
    const person = await makePerson({ stage: 'V' })
    await nextIdentityCheck(person.email, { decision: 'review' })
    await handInIdentity(person, photo)
    await signInAs(page, person)
    await page.goto('/kyc')
    await expectPath(page, '/home')

    const denied = await makePerson({ stage: 'V' })
    await nextIdentityCheck(denied.email, { decision: 'deny', reason: 'blurry' })
    await handInIdentity(denied, photo)
    await untilDenied(denied)
    await signInAs(page, denied)
    await page.goto('/kyc')
    await expect(page.getByText('KYC verification failed. Please try again.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible()
    await expectPath(page, '/kyc')
  },
)

const untilDenied = (person: Person) =>
  eventually(`the denial of ${person.email}`, async () =>
    [(await person.call('me')).KYC.selfieIdStatus, (await person.call('me')).KYC.selfieStatus].includes('Denied')
      ? true
      : null,
  )

test(
  'RT-50 RT-53 the steps of a send follow each other; back keeps what was entered',
  { tag: '@long' },
  async ({ page, makePerson }) => {
    const [sender, receiver] = await Promise.all([makePerson({ cents: 50_00 }), makePerson({ stage: 'V' })])
    await signInAs(page, sender)
    await page.goto('/payments/send/puente')
    await reviewSend(page, t, receiver, '12.34')
    await page.goBack()
    await expect(page.getByLabel(t.amountToSend)).toHaveValue('12.34')
    await page.goForward()
    await expect(sendButton(page)).toContainText('$12.34')
    await sendButton(page).click()
    await expect(page).toHaveURL(/\/success$/)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: t.sent })).toBeVisible()
    expect(await sender.balance()).toBe(50_00 - 12_34)
    expect(await receiver.balance()).toBe(12_34)
  },
)

test('RT-21 the detail of a chosen movement survives a reload', { tag: '@long' }, async ({ page, makePerson }) => {
  await signInAs(page, await makePerson({ stage: 'V', cents: 7_00 }))
  await page.goto('/movements')
  await page.getByRole('link', { name: /7\.00/ }).first().click()
  await expect(page).toHaveURL(/\/movements\/detail$/)
  await page.reload()
  await expect(page.getByText('Reference', { exact: true })).toBeVisible()
  await expectPath(page, '/movements/detail')
})
