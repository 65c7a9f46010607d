/**
 * The error catalogue: one code, one trigger, one status. The texts live in `texts/<language>.json` under the same
 * code; `errors.test.ts` and the types below keep the tables total. Odd spellings are part of the wire format.
 */
export const ERROR_CODES = [
  // Account and session
  'alreadyConfirmed',
  'emailAlreadyInUse',
  'emailUsed',
  'invalidSignIn',
  'invalidPass',
  'emailNotVerified',
  'userNotFound',
  'phone_already_verified',
  'phoneUsed',
  'change_password_error',
  'invalidCode',
  'usedCode',
  'phoneConfirmationCode',
  'tokenExpired',
  'emailTokenExpired',
  'invalidToken',
  'AuthHeaderRequired',
  'missingHeader',
  'authTokenMissing',
  'sessionClosed',
  'userIdMissing',
  // Profile
  'invalidName',
  'invalidFullName',
  'fullNameMissing',
  'fullBName',
  'addressMissing',
  'invalidBirthDay',
  'invalidLanguage',
  'invalidRole',
  'invalidPhoneNumber',
  'invalidEmail',
  'birthdayChangesExceeded',
  'fullNameChangesExceeded',
  // Requests and transfers
  'invalidRequest',
  'invalidCurrency',
  'invalidAmount',
  'invalidCardNumber',
  'cardIdMissing',
  'invalidNote',
  'invalidUser',
  'invalidTo',
  'invalidType',
  'invalidLimit',
  'invalidDescription',
  'invalidPrice',
  'invalidTransactionId',
  'invalidProductId',
  'invalidInvoice',
  'invalidProducts',
  'invalidPayMethod',
  'invalidConfirmationNumber',
  'invalidPayerId',
  'invalidpaymentId',
  'senderUnsufficientFunds',
  // Bank
  'invalidAccountType',
  'invalidRouting',
  'invalidAccountNumber',
  'invalidZipCode',
  'publicTokenMissing',
  'userNameMissing',
  'institutionMissing',
  'linkMissing',
  // Limits and availability
  'maxWithdrawLimitReached',
  'zelleNotFound',
  'serviceUnavailable',
  'notFound',
  'unknown',
  'undefined',
  // Added to the specified catalogue
  'tooManyRequests',
  'kycRequired',
  'limitExceeded',
  'accountRestricted',
  'stepUpRequired',
  'idempotencyConflict',
] as const

export type ErrorCode = (typeof ERROR_CODES)[number]

/** HTTP status by code. `undefined` is the client's own word for an error answer without a code; it is never sent. */
export const statusOf: Record<ErrorCode, number> = {
  alreadyConfirmed: 409,
  emailAlreadyInUse: 409,
  emailUsed: 409,
  invalidSignIn: 401,
  invalidPass: 400,
  emailNotVerified: 403,
  userNotFound: 404,
  phone_already_verified: 409,
  phoneUsed: 409,
  change_password_error: 403,
  invalidCode: 400,
  usedCode: 409,
  phoneConfirmationCode: 422,
  tokenExpired: 401,
  emailTokenExpired: 422,
  invalidToken: 401,
  AuthHeaderRequired: 401,
  missingHeader: 400,
  authTokenMissing: 401,
  sessionClosed: 401,
  userIdMissing: 401,
  invalidName: 400,
  invalidFullName: 400,
  fullNameMissing: 400,
  fullBName: 400,
  addressMissing: 400,
  invalidBirthDay: 400,
  invalidLanguage: 400,
  invalidRole: 400,
  invalidPhoneNumber: 400,
  invalidEmail: 400,
  birthdayChangesExceeded: 422,
  fullNameChangesExceeded: 422,
  invalidRequest: 400,
  invalidCurrency: 400,
  invalidAmount: 400,
  invalidCardNumber: 422,
  cardIdMissing: 400,
  invalidNote: 400,
  invalidUser: 422,
  invalidTo: 400,
  invalidType: 400,
  invalidLimit: 400,
  invalidDescription: 400,
  invalidPrice: 400,
  invalidTransactionId: 404,
  invalidProductId: 404,
  invalidInvoice: 409,
  invalidProducts: 400,
  invalidPayMethod: 400,
  invalidConfirmationNumber: 400,
  invalidPayerId: 422,
  invalidpaymentId: 422,
  senderUnsufficientFunds: 422,
  invalidAccountType: 400,
  invalidRouting: 400,
  invalidAccountNumber: 400,
  invalidZipCode: 400,
  publicTokenMissing: 400,
  userNameMissing: 400,
  institutionMissing: 400,
  linkMissing: 400,
  maxWithdrawLimitReached: 422,
  zelleNotFound: 422,
  serviceUnavailable: 503,
  notFound: 404,
  unknown: 500,
  undefined: 500,
  tooManyRequests: 429,
  kycRequired: 403,
  limitExceeded: 422,
  accountRestricted: 403,
  stepUpRequired: 403,
  idempotencyConflict: 409,
}

/** How loudly the server speaks of a code: `user` is everyday, `watch` may be an attack, `page` is a defect or an outage. */
export type Severity = 'user' | 'watch' | 'page'

const WATCHED: ReadonlySet<ErrorCode> = new Set([
  'invalidToken',
  'invalidSignIn',
  'userIdMissing',
  'tooManyRequests',
  'idempotencyConflict',
  'usedCode',
] as const)

export const severityOf: Record<ErrorCode, Severity> = Object.fromEntries(
  ERROR_CODES.map((code): [ErrorCode, Severity] => {
    if (code === 'unknown' || code === 'undefined' || code === 'serviceUnavailable') return [code, 'page']
    return [code, WATCHED.has(code) ? 'watch' : 'user']
  }),
) as Record<ErrorCode, Severity>

/** What a refused call answers. `message` is a finished sentence in the caller's language; screens fill the same text by `code` themselves. */
export type RefusalBody = {
  code: ErrorCode
  message: string
  details?: Record<string, unknown>
  requestId: string
}
