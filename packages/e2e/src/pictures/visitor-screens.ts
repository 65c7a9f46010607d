/** The screens of a signed-out visitor. */
import type { Scene, Screen, Stage } from './scene.ts'

const email = 'maria.fernanda.rodriguez@correo.example'
const send = ({ page }: Stage) => page.locator('form [type="submit"]').click()

const typed: NonNullable<Scene['act']> = async ({ page }) => {
  await page.locator('[name="email"]').fill(email)
  await page.locator('[name="password"]').fill('Verde-Luna-42')
}
const signUpTyped: NonNullable<Scene['act']> = async (stage) => {
  await stage.page.locator('[name="fullName"]').fill('María Fernanda de los Ángeles Rodríguez-Villaseñor')
  await typed(stage)
  await stage.page.locator('[name="terms"]').check()
}
const emailTyped: NonNullable<Scene['act']> = async ({ page }) => page.locator('[name="email"]').fill(email)
const passwordTyped: NonNullable<Scene['act']> = async ({ page }) => {
  for (const field of await page.locator('input[autocomplete="new-password"]').all()) await field.fill('Verde-Luna-42')
}

const then =
  (...acts: NonNullable<Scene['act']>[]): NonNullable<Scene['act']> =>
  async (stage) => {
    for (const act of acts) await act(stage)
  }

const refusalShown = async ({ page }: Stage) => page.locator('[aria-invalid="true"]').first().waitFor()

export const visitorScreens: readonly Screen[] = [
  {
    name: 'sign-in',
    address: '/',
    states: {
      empty: {},
      filled: { act: typed },
      loading: { holds: ['signIn'], act: then(typed, send) },
      refused: { refuses: { signIn: 'invalidSignIn' }, act: then(typed, send, refusalShown) },
    },
  },
  {
    name: 'sign-up',
    address: '/sign-up',
    states: {
      empty: {},
      filled: { act: signUpTyped },
      loading: { holds: ['signUp'], act: then(signUpTyped, send) },
      refused: { refuses: { signUp: 'emailAlreadyInUse' }, act: then(signUpTyped, send, refusalShown) },
    },
  },
  {
    name: 'sign-up-legal',
    address: '/sign-up',
    states: {
      filled: {
        act: async ({ page }) => {
          await page.locator('form label button, form button.underline').first().click()
          await page.getByRole('dialog').getByRole('heading').nth(1).waitFor()
        },
        windowOnly: true,
      },
    },
  },
  {
    name: 'reset-password',
    address: '/reset-password',
    states: {
      empty: {},
      filled: { act: emailTyped },
      loading: { holds: ['forgotPassword'], act: then(emailTyped, send) },
      refused: { refuses: { forgotPassword: 'tooManyRequests' }, act: then(emailTyped, send) },
    },
  },
  {
    name: 'reset-password-new',
    address: `/reset-password?token=${'a'.repeat(43)}`,
    states: {
      empty: { answers: { checkResetLink: {} } },
      filled: { answers: { checkResetLink: {} }, act: passwordTyped },
      refused: { refuses: { checkResetLink: 'emailTokenExpired' } },
    },
  },
  {
    name: 'reset-password-success',
    address: '/reset-password',
    states: {
      filled: {
        answers: { forgotPassword: { sent: true } },
        act: then(emailTyped, send, ({ page }) => page.waitForURL('**/success')),
      },
    },
  },
  {
    name: 'confirmation',
    address: `/confirmation?token=${'a'.repeat(43)}`,
    states: {
      loading: { holds: ['confirmEmail'] },
      refused: { refuses: { confirmEmail: 'emailTokenExpired' } },
      filled: { answers: { confirmEmail: { emailVerified: true, email, tier: -1, loggedOut: false } } },
    },
  },
]
