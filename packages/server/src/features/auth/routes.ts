import type { HandlersOf } from '#platform/http/ctx.ts'
import { acceptTerms } from './accept-terms.ts'
import { activity } from './activity.ts'
import { confirmEmail } from './confirm-email.ts'
import { confirmPhone } from './confirm-phone.ts'
import { forgotPassword } from './forgot-password.ts'
import { lockSession } from './lock-session.ts'
import { logout } from './logout.ts'
import { openSession } from './open-session.ts'
import { refreshSession } from './refresh-session.ts'
import { registerPhone } from './register-phone.ts'
import { requestEmailCode } from './request-email-code.ts'
import { requestPhoneCode } from './request-phone-code.ts'
import { resetPassword } from './reset-password.ts'
import { signIn } from './sign-in.ts'
import { signUp } from './sign-up.ts'
import { unlockSession } from './unlock-session.ts'

type Served =
  | 'signUp'
  | 'signIn'
  | 'openSession'
  | 'refreshSession'
  | 'activity'
  | 'lockSession'
  | 'unlockSession'
  | 'logout'
  | 'requestEmailCode'
  | 'confirmEmail'
  | 'registerPhone'
  | 'requestPhoneCode'
  | 'confirmPhone'
  | 'forgotPassword'
  | 'resetPassword'
  | 'acceptTerms'

export const authRoutes = {
  signUp,
  signIn,
  openSession,
  refreshSession,
  activity,
  lockSession,
  unlockSession,
  logout,
  requestEmailCode,
  confirmEmail,
  registerPhone,
  requestPhoneCode,
  confirmPhone,
  forgotPassword,
  resetPassword,
  acceptTerms,
} satisfies HandlersOf<Served>
