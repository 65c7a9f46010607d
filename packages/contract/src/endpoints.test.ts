import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { appEndpoints, endpointOf, type EndpointKey, refusalOf, ToUserIn } from './index.ts'
import { openApiDocument } from './openapi.ts'
import { callsModule, routesModule } from './routes.ts'

type Operation = { operationId: string; parameters?: { name?: string; in?: string }[] }

const keys = Object.keys(appEndpoints) as EndpointKey[]

test('no two endpoints share a method and a path', () => {
  const routes = keys.map((key) => `${endpointOf(key).method} ${endpointOf(key).path}`)
  expect(new Set(routes).size).toBe(routes.length)
})

test('the committed API document is the one the endpoints make; if not, run `npm run generate -w @puente/contract`', () => {
  const committed: unknown = JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8'))
  expect(JSON.parse(JSON.stringify(openApiDocument(appEndpoints)))).toEqual(committed)
})

test('every reference of the API document leads to a component, and every component is referred to', () => {
  const { components, paths } = openApiDocument(appEndpoints) as Record<'components' | 'paths', Record<string, object>>
  const referred = new Set(JSON.stringify({ components, paths }).match(/(?<="\$ref":")[^"]+/g))
  const parts = ['schemas', 'examples', 'responses', 'parameters'].flatMap((part) =>
    Object.keys(components[part]!).map((name) => `#/components/${part}/${name}`),
  )
  expect([...referred].toSorted()).toEqual(parts.toSorted())
})

test('every operation of the API document names each of its path parameters, and has a name of its own', () => {
  const { paths } = openApiDocument(appEndpoints) as { paths: Record<string, Record<string, Operation>> }
  const operations = Object.entries(paths).flatMap(([path, byMethod]) =>
    Object.values(byMethod).map((operation) => ({ path, ...operation })),
  )
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
  for (const { path, parameters = [] } of operations) {
    const inPath = parameters.flatMap((parameter) => (parameter.in === 'path' ? [parameter.name] : []))
    expect(inPath, path).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
  }
})

test('the committed maps of paths are those the endpoints make', () => {
  expect(readFileSync(new URL('./calls.gen.ts', import.meta.url), 'utf8')).toBe(callsModule(appEndpoints))
  expect(readFileSync(new URL('./routes.gen.ts', import.meta.url), 'utf8')).toBe(routesModule(appEndpoints))
})

test('every endpoint that changes something takes a body, and a body refuses fields it does not know', () => {
  for (const key of keys) {
    const { method, body, multipart } = endpointOf(key)
    if (method === 'GET') continue
    const fields = body ?? multipart?.fields
    expect(fields, key).toBeDefined()
    const result = (fields as z.ZodMiniType).safeParse({ thisFieldIsUnknown: 1 })
    if (result.success) throw new Error(`${key} takes an unknown field`)
    expect(refusalOf(result.error), key).toMatchObject({ code: 'invalidRequest', field: 'thisFieldIsUnknown' })
  }
})

/** Calls that move no money, or end one payment at most, however often they are repeated. Add a call here only after a look at it. */
const WITHOUT_KEY: EndpointKey[] = [
  'acceptTerms',
  'activity',
  'addCard',
  'addPasskey',
  'addProduct',
  'addProduct64',
  'addRecipient',
  'answerApprover',
  'appealKyc',
  'attachFile',
  'block',
  'businessProfile',
  'cancelInvoice',
  'cancelRequest',
  'cancelSchedule',
  'cancelTransaction',
  'changeApprover',
  'changeEmail',
  'changeHandle',
  'changeNoticePreferences',
  'changePassword',
  'changePreferences',
  'checkApproval',
  'checkNotMe',
  'checkResetLink',
  'closeAccount',
  'confirmEmail',
  'confirmPhone',
  'confirmSocialLink',
  'confirmTotp',
  'createDispute',
  'createInvoice',
  'createRequest',
  'createSchedule',
  'createTicket',
  'decideApproval',
  'declineInvoice',
  'declineRequest',
  'deleteProducts',
  'deleteRecipient',
  'endKycHandoff',
  'endSessions',
  'events',
  'exchangeBankLink',
  'exportData',
  'feeAmount',
  'forgetBrowser',
  'forgotPassword',
  'freeze',
  'getTransaction',
  'getTransactions',
  'inviteApprover',
  'keepApprover',
  'kycHandoff',
  'kycResume',
  'leaveApprover',
  'linkSocial',
  'listTransactions',
  'lockSession',
  'logout',
  'lostDevice',
  'notMe',
  'noteTransaction',
  'openSession',
  'passkeyOptions',
  'passkeySignIn',
  'passkeySignInOptions',
  'pauseSchedule',
  'proveSocial',
  'readNotifications',
  'refreshSession',
  'registerPhone',
  'remindInvoice',
  'remindRequest',
  'removeApprover',
  'removeCard',
  'removePasskey',
  'removeProfilePicture',
  'removeTotp',
  'renamePasskey',
  'renewRecoveryCodes',
  'replyTicket',
  'reportTransactions',
  'requestPhoneCode',
  'resetPassword',
  'resumeSchedule',
  'search',
  'setDefault',
  'setDefaultCard',
  'setPassword',
  'signIn',
  'signUp',
  'splitRequest',
  'startBankLink',
  'startSocial',
  'startTotp',
  'stepUpOptions',
  'stepUpVerify',
  'subscribePush',
  'unblock',
  'unfreeze',
  'unlinkSocial',
  'unlockSession',
  'unsubscribePush',
  'updateProduct',
  'updateProfile',
  'updateProfilePicture',
  'updateProfilePicture64',
  'updateRecipient',
  'uploadKycPhoto',
  'withdrawDispute',
]

test('X-01 every call but those that move no money needs a key', () => {
  const keyless = keys.filter((key) => endpointOf(key).method !== 'GET' && !endpointOf(key).idempotent)
  const unlisted = keyless.filter((key) => !WITHOUT_KEY.includes(key))
  const say = `say \`idempotent: true\`, or add to WITHOUT_KEY in packages/contract/src/endpoints.test.ts what moves no money`
  expect(unlisted, say).toEqual([])
  expect(keyless.toSorted()).toEqual(WITHOUT_KEY)
})

/**
 * Calls that change something and are served while it is in doubt whose the account is: none of them changes how anybody comes in or proves who
 * they are, gives data away, or lets more happen with money later. Add a call here only after a look at it.
 */
const IN_DOUBT: EndpointKey[] = [
  // Looking, and quotes.
  'checkApproval',
  'feeAmount',
  'getTransaction',
  'getTransactions',
  'listTransactions',
  'readNotifications',
  'search',
  // Being signed in, and what its screens cannot do without.
  'acceptTerms',
  'activity',
  'changePreferences',
  'lockSession',
  'setDefault',
  // Stopping what goes on.
  'cancelSchedule',
  'cancelTransaction',
  'endKycHandoff',
  'endSessions',
  'freeze',
  'lostDevice',
  'pauseSchedule',
  'stepUpOptions',
  'stepUpVerify',
  'unsubscribePush',
  // Telling us, and showing who one is.
  'appealKyc',
  'attachFile',
  'createDispute',
  'createTicket',
  'kycHandoff',
  'replyTicket',
  'uploadKycPhoto',
]

test('who may not be the owner has the calls of this list, and reading', () => {
  const served = keys.filter((key) => endpointOf(key).inDoubt === 'served')
  expect(served.toSorted()).toEqual(IN_DOUBT.toSorted())
  for (const key of served) expect(endpointOf(key).access, key).toMatch(/^(user|optional)$/)
  // The proof could be a thief's as well: what asks for one is served only where it ends something.
  expect(served.filter((key) => endpointOf(key).stepUp)).toEqual(['endSessions'])
})

test('a step-up is asked of a person with a bearer, by a call that changes or gives away something', () => {
  for (const key of keys.filter((one) => endpointOf(one).stepUp)) expect(endpointOf(key).access, key).toBe('user')
})

test('the first field in the order of the form names the refusal, with its reason', () => {
  const form = z.strictObject({
    toUser: ToUserIn,
    amount: z.number('invalidAmount').check(z.gte(101, 'invalidAmount:cardMinimum')),
  })
  const both = form.safeParse({ amount: 5 })
  const one = form.safeParse({ toUser: 'maria.lopez-7f3k', amount: 5 })
  if (both.success || one.success) throw new Error('a bad form was taken')
  expect(refusalOf(both.error)).toEqual({ code: 'invalidTo', field: 'toUser' })
  expect(refusalOf(one.error)).toEqual({ code: 'invalidAmount', field: 'amount', reason: 'cardMinimum' })
})
