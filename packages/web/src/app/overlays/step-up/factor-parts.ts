import type { Factor } from '@puente/contract'
import type { ComponentType } from 'react'
import { CodePart } from './code-part.tsx'
import type { FactorPartProps } from './factor-part.ts'
import { PasswordPart } from './password-part.tsx'

/** What asks for each factor. One without a part is not offered. */
export const factorParts: Partial<Record<Factor, ComponentType<FactorPartProps>>> = {
  code: CodePart,
  password: PasswordPart,
}
