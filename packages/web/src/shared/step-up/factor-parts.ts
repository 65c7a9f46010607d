import type { Factor } from '@puente/contract'
import type { ComponentType } from 'react'
import { CodePart } from './code-part.tsx'
import type { FactorPartProps } from './factor-part.ts'
import { PasskeyPart } from './passkey-part.tsx'
import { PasswordPart } from './password-part.tsx'
import { RecoveryCodePart } from './recovery-code-part.tsx'
import { TotpPart } from './totp-part.tsx'

/** What asks for each factor. One without a part is not offered. */
export const factorParts: Partial<Record<Factor, ComponentType<FactorPartProps>>> = {
  passkey: PasskeyPart,
  totp: TotpPart,
  recoveryCode: RecoveryCodePart,
  code: CodePart,
  password: PasswordPart,
}
