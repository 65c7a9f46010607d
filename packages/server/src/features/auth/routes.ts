import type { Handlers } from '#platform/http/ctx.ts'
import { confirmEmail } from './confirm-email.ts'
import { confirmPhone } from './confirm-phone.ts'
import { forgotPassword } from './forgot-password.ts'
import { openSession } from './open-session.ts'
import { passkeySignIn, passkeySignInOptions } from './passkey-sign-in.ts'
import { registerPhone } from './register-phone.ts'
import { requestEmailCode } from './request-email-code.ts'
import { requestPhoneCode } from './request-phone-code.ts'
import { resetPassword } from './reset-password.ts'
import { signIn } from './sign-in.ts'
import { signUp } from './sign-up.ts'
import { unlockSession } from './unlock-session.ts'

export const authRoutes = {
  signUp,
  signIn,
  openSession,
  passkeySignInOptions,
  passkeySignIn,
  unlockSession,
  requestEmailCode,
  confirmEmail,
  registerPhone,
  requestPhoneCode,
  confirmPhone,
  forgotPassword,
  resetPassword,
} satisfies Partial<Handlers>
