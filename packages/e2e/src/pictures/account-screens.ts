/** What stands between an account and its use: contacts, address, settings. */
import { after, maria, minsu, verifiedMinsu } from './people.ts'
import type { Scene, Screen, Stage } from './scene.ts'

type Act = NonNullable<Scene['act']>

const send = ({ page }: Stage) => page.locator('form [type="submit"]').first().click()
const emailVerified = { ...minsu, emailVerified: true }
const sent = { phone: '+1213•••0188', expiresAt: after(0.1), resendAt: after(0.01), tCAccepted: true }

const code: Act = async ({ page }) => page.locator('form input').first().fill('12345')
const wrongCode: Act = async ({ page }) => {
  await page.locator('form input').first().fill('123456')
  await page.locator('[aria-invalid="true"]').first().waitFor()
}
const phone: Act = async ({ page }) => page.locator('form input[type="tel"]').fill('2135550188')
const phoneSent: Act = async (stage) => {
  await phone(stage)
  await send(stage)
}
const address: Act = async ({ page }) => {
  await page.locator('[name$="line1"]').fill('1420 Avenida de los Insurgentes y Constitución')
  await page.locator('[name$="line2"]').fill('Departamento 1204, Torre B')
  await page.locator('[name$="city"]').fill('Rancho Santa Margarita')
  await page.locator('[name$="state"]').selectOption('NC')
  await page.locator('[name$="zipCode"]').fill('33131')
}
const signingUp = { signUp: 'open' }

/** The tab of someone whose code is on its way. */
const codeSent = JSON.stringify({ resendAtMs: 0, expiresAtMs: Date.UTC(2100, 0) })
const mailed = { ...signingUp, 'sentCode.email': codeSent }
const texted = { ...signingUp, 'sentCode.phone': codeSent }

export const accountScreens: readonly Screen[] = [
  {
    name: 'sign-up-email',
    address: '/sign-up/email-verify',
    states: {
      empty: { me: minsu, tab: signingUp },
      filled: { me: minsu, tab: mailed, act: code },
      refused: { me: minsu, tab: mailed, refuses: { confirmEmail: 'invalidCode' }, act: wrongCode },
    },
  },
  {
    name: 'sign-up-phone',
    address: '/sign-up/phone-verification',
    states: {
      empty: { me: emailVerified, tab: signingUp },
      filled: { me: emailVerified, tab: signingUp, act: phone },
      loading: { me: emailVerified, tab: signingUp, holds: ['registerPhone'], act: phoneSent },
      refused: {
        me: emailVerified,
        tab: signingUp,
        refuses: { registerPhone: 'phone_already_verified' },
        act: phoneSent,
      },
    },
  },
  {
    name: 'sign-up-phone-code',
    address: '/sign-up/phone-verification',
    states: { filled: { me: { ...emailVerified, phone: '+12135550188' }, tab: texted } },
  },
  {
    name: 'sign-up-address',
    address: '/sign-up/address',
    states: {
      empty: { me: verifiedMinsu, tab: signingUp },
      filled: { me: verifiedMinsu, tab: signingUp, act: address },
      refused: { me: verifiedMinsu, tab: signingUp, act: send },
    },
  },
  {
    name: 'verify-user',
    address: '/verify-user',
    states: { empty: { me: minsu }, filled: { me: emailVerified } },
  },
  {
    name: 'verify-account',
    address: '/verify-account',
    states: {
      empty: { me: emailVerified },
      filled: { me: emailVerified, act: phone },
      refused: { me: emailVerified, refuses: { registerPhone: 'phone_already_verified' }, act: phoneSent },
    },
  },
  {
    name: 'verify-account-confirmation',
    address: '/verify-account/confirmation',
    states: {
      empty: { me: { ...emailVerified, phone: '+12135550188' } },
      filled: {
        me: { ...emailVerified, phone: '+12135550188' },
        answers: { requestPhoneCode: sent },
        act: async ({ page }) => {
          await page.locator('main button').first().click()
          await page.locator('form input').first().waitFor()
        },
      },
    },
  },
  {
    name: 'settings',
    address: '/settings',
    states: { empty: { me: minsu }, filled: { me: maria } },
  },
  { name: 'settings-language', address: '/settings/language', states: { filled: { me: maria } } },
]
