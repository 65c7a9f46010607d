/** Social login: two issuers below `/oidc`, their page to choose an account on, and control calls for their accounts. */
import type { IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type OidcProvider from 'oidc-provider'
import * as z from 'zod'
import { pickLanguage } from '../card/page-texts.ts'
import { boolean, object, oneOf, optional, text } from '../core/shape.ts'
import type { Provider, World } from '../core/provider.ts'
import { ControlError, notFound, readControl, requireJson } from '../http/guard.ts'
import { registerForms } from '../http/page-forms.ts'
import type { Hosts } from '../http/page-forms.ts'
import { sendPage } from '../pages/layout.ts'
import { createAccounts } from './accounts.ts'
import { createIssuer } from './issuer.ts'
import { type IssuerName, issuerNames } from './issuers.ts'
import { choosePage, goneFromPage } from './page.ts'

const email = text({ max: 200, pattern: /^[^\s@]+@[^\s@]+$/, expected: 'an e-mail address' })
const name = text({ max: 100 })
const newAccount = object({ email, name, emailVerified: optional(boolean()) })
const changedAccount = object({ email: optional(email), name: optional(name), emailVerified: optional(boolean()) })
const chooseForm = object({
  account: optional(z.string().max(60)),
  // Left empty where a known account is chosen.
  name: optional(z.string().max(100)),
  email: optional(z.string().max(200)),
  verified: optional(z.literal('true')),
  answer: oneOf(['continue', 'cancel']),
})

type Choosing = { Params: { issuer: string; uid: string } }
type OfIssuer = { Params: { issuer: string; sub: string } }

const issuerOf = (given: string): IssuerName => {
  const found = issuerNames.find((one) => one === given)
  if (!found) throw notFound('issuer')
  return found
}

export const createOidcProvider = (world: World, hosts: Hosts): Provider => {
  const accounts = { google: createAccounts('google'), apple: createAccounts('apple') }
  // Made when first asked for: the public address is known only once the sandbox listens, and keys take a moment.
  const issuers = new Map<IssuerName, Promise<OidcProvider>>()
  const issuer = (of: IssuerName): Promise<OidcProvider> => {
    const made =
      issuers.get(of) ??
      createIssuer({
        name: of,
        url: `${world.urls.public}/oidc/${of}`,
        redirectUris: [...new Set([world.urls.app, world.urls.target])].map(
          (app) => `${app}/api/auth/social/${of}/callback`,
        ),
        accounts: accounts[of],
        secrets: { googleSecret: world.secrets.oidcGoogleSecret, applePrivateKey: world.secrets.oidcApplePrivateKey },
      })
    issuers.set(of, made)
    return made
  }

  /** Plays an armed fault on the wire between the server and the issuer; true when it has answered. */
  const isFaulty = async (path: string, { raw }: FastifyRequest, reply: FastifyReply): Promise<boolean> => {
    const fault = world.faults.take('oidc', ['error500', 'slow', 'timeoutAfterCommit'], path)
    if (fault?.fault === 'error500') return Boolean(reply.code(500).send({ error: 'server_error' }))
    if (fault?.fault === 'slow') await pause(fault.delayMs ?? 5000, undefined, { ref: false })
    if (fault?.fault !== 'timeoutAfterCommit') return false
    await new Promise<void>((resolve) => raw.socket.once('close', () => resolve()))
    return true
  }

  /** The issuer's own endpoints. It reads the body itself, so nothing here may. */
  const registerWire = (app: FastifyInstance) =>
    app.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
      scope.all<{ Params: { issuer: string } }>('/oidc/:issuer/*', async (request, reply) => {
        const of = issuerOf(request.params.issuer)
        if (await isFaulty(request.url.split('?', 1)[0] ?? '', request, reply)) return reply
        const provider = await issuer(of)
        reply.hijack()
        const raw = request.raw as IncomingMessage & { originalUrl?: string }
        raw.originalUrl = raw.url ?? ''
        raw.url = raw.originalUrl.slice(`/oidc/${of}`.length)
        return provider.callback()(raw, reply.raw)
      })
    })

  const registerPage = (app: FastifyInstance) =>
    app.register(async (scope) => {
      registerForms(scope, hosts)
      const languageOf = (request: FastifyRequest, wanted: unknown) =>
        pickLanguage(typeof wanted === 'string' ? wanted : null, request.headers['accept-language'])

      /** What the browser is asked here; null when that is over. */
      const asked = async (of: IssuerName, request: FastifyRequest, reply: FastifyReply) => {
        const provider = await issuer(of)
        const details = await provider.interactionDetails(request.raw, reply.raw).catch(() => null)
        return details && { provider, details }
      }
      const gone = (request: FastifyRequest, reply: FastifyReply) =>
        sendPage(reply.code(404), goneFromPage(languageOf(request, null)))

      scope.get<Choosing>('/oidc/:issuer/choose/:uid', async (request, reply) => {
        const of = issuerOf(request.params.issuer)
        const found = await asked(of, request, reply)
        if (!found) return gone(request, reply)
        const language = languageOf(request, found.details.params['ui_locales'])
        const page = choosePage({
          issuer: of,
          uid: found.details.uid,
          accounts: accounts[of].list().slice(0, 8),
          language,
        })
        return sendPage(reply, page, [world.urls.app])
      })

      scope.post<Choosing>('/oidc/:issuer/choose/:uid', async (request, reply) => {
        const of = issuerOf(request.params.issuer)
        const found = await asked(of, request, reply)
        if (!found) return gone(request, reply)
        const given = readControl(chooseForm, request.body)
        const finish = async (result: object) => {
          const returnTo = await found.provider.interactionResult(request.raw, reply.raw, result as never)
          return reply.redirect(returnTo, 303)
        }
        if (given.answer === 'cancel') return finish({ error: 'access_denied', error_description: 'cancelled' })
        const chosen =
          given.account === 'new'
            ? accounts[of].open({
                ...readControl(newAccount, { email: given.email, name: given.name }),
                emailVerified: given.verified === 'true',
              })
            : accounts[of].get(given.account ?? '')
        if (!chosen) throw new ControlError(400, 'account: there is none with this id')
        world.book.record({
          provider: 'oidc',
          kind: 'signIn',
          ref: chosen.email,
          providerId: chosen.sub,
          amountCents: null,
          at: world.clock.now().toISOString(),
        })
        return finish({ login: { accountId: chosen.sub, remember: false } })
      })
    })

  const registerControl = (app: FastifyInstance) => {
    const preHandler = requireJson
    app.get<OfIssuer>('/oidc/:issuer/accounts', async ({ params }) => accounts[issuerOf(params.issuer)].list())
    app.post<OfIssuer>('/oidc/:issuer/accounts', { preHandler }, async ({ params, body }) => {
      const { emailVerified = true, ...person } = readControl(newAccount, body)
      return accounts[issuerOf(params.issuer)].open({ ...person, emailVerified })
    })
    app.post<OfIssuer>('/oidc/:issuer/accounts/:sub', { preHandler }, async ({ params, body }) => {
      const changed = accounts[issuerOf(params.issuer)].change(params.sub, readControl(changedAccount, body) as object)
      if (!changed) throw notFound('account')
      return changed
    })
  }

  return {
    name: 'oidc',
    register(app) {
      registerControl(app)
      void registerPage(app)
      void registerWire(app)
    },
    reset() {
      for (const one of Object.values(accounts)) one.reset()
      issuers.clear()
    },
  }
}
