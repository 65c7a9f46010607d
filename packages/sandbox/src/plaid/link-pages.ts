/** Where a person chooses a bank, logs in there and picks accounts, or leaves. A login that is renewed begins at its own bank. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { type Language, pickLanguage } from '../card/page-texts.ts'
import { isRecord, object, oneOf, optional } from '../core/shape.ts'
import { queryOf } from '../http/form.ts'
import { readControl } from '../http/guard.ts'
import { html, type Html } from '../http/html.ts'
import { type Hosts, registerForms } from '../http/page-forms.ts'
import { layout, sendPage } from '../pages/layout.ts'
import { type AccountKind, accountsOf, type LinkBank, linkBanks } from './link-banks.ts'
import type { LinkSession, LinkStore } from './link-store.ts'
import { linkTexts } from './link-texts.ts'

const frame = (language: Language, title: string, body: Html) =>
  layout({ title, lang: language, banner: linkTexts[language].banner, plain: true, body })

const leaving = (session: LinkSession, language: Language) => html`
  <form method="post" action="/link/${session.token}">
    <button class="button quiet block" name="step" value="leave">${linkTexts[language].leave}</button>
  </form>
`

const banksPage = (session: LinkSession, language: Language) => {
  const texts = linkTexts[language]
  return frame(
    language,
    texts.title,
    html`
      <section class="card">
        <h1>${texts.choose}</h1>
        <p class="muted">${texts.explain}</p>
        ${linkBanks.map(({ id, name }) => html`<a class="button block" href="/link/${session.token}?bank=${id}">${name}</a>`)}
      </section>
      ${leaving(session, language)}
    `,
  )
}

const loginPage = (session: LinkSession, language: Language, bank: LinkBank) => {
  const texts = linkTexts[language]
  return frame(
    language,
    texts.logIn(bank.name),
    html`
      <form class="card fields" method="post" action="/link/${session.token}">
        <h1>${texts.logIn(bank.name)}</h1>
        <input type="hidden" name="bank" value="${bank.id}" />
        <label>
          ${texts.name}
          <input name="customer" required maxlength="100" autocomplete="off" />
        </label>
        <button class="button block" name="step" value="logIn">${texts.continue}</button>
      </form>
      ${leaving(session, language)}
    `,
  )
}

type Chosen = { bank: LinkBank; customer: string }

const accountsPage = (session: LinkSession, language: Language, { bank, customer }: Chosen, isMissing: boolean) => {
  const texts = linkTexts[language]
  return frame(
    language,
    bank.name,
    html`
      ${isMissing && html`<p class="notice" role="alert">${texts.noneChosen}</p>`}
      <form class="card fields" method="post" action="/link/${session.token}">
        <h1>${texts.accounts}</h1>
        <input type="hidden" name="bank" value="${bank.id}" />
        <input type="hidden" name="customer" value="${customer}" />
        ${accountsOf(bank, customer).map(
          ({ kind, number }) => html`
            <label class="check">
              <input type="checkbox" name="${kind}" value="on" checked />
              ${texts.kinds[kind]} •••• ${number.slice(-4)}
            </label>
          `,
        )}
        <button class="button block" name="step" value="share">${texts.share}</button>
      </form>
      ${leaving(session, language)}
    `,
  )
}

const noticePage = (language: Language, kind: 'over' | 'unknown', backUrl: string | null) => {
  const texts = linkTexts[language]
  return frame(
    language,
    texts[`${kind}Title`],
    html`<section class="card">
      <h1>${texts[`${kind}Title`]}</h1>
      <p>${texts[kind]}</p>
      ${backUrl && html`<a class="button block" href="${backUrl}">${texts.back}</a>`}
    </section>`,
  )
}

const on = optional(oneOf(['on']))
const step = object({
  step: oneOf(['logIn', 'share', 'leave']),
  bank: optional(oneOf(linkBanks.map(({ id }) => id))),
  // A form sends what was left empty.
  customer: optional(z.string().max(100)),
  checking: on,
  savings: on,
} satisfies Record<AccountKind, typeof on> & Record<string, z.ZodType>)

const bankOf = (id: unknown): LinkBank | undefined => linkBanks.find((bank) => bank.id === id)

type ByToken = { Params: { token: string } }

export const registerLinkPages = (app: FastifyInstance, store: LinkStore, hosts: Hosts) =>
  app.register(async (scope) => {
    registerForms(scope, hosts)
    const languageOf = (request: FastifyRequest, session: LinkSession | undefined) =>
      pickLanguage(session?.language ?? null, request.headers['accept-language'])

    /** The session of the address while it goes on; otherwise the answer has been sent. */
    const open = (request: FastifyRequest<ByToken>, reply: FastifyReply): LinkSession | null => {
      const session = store.sessions.get(request.params.token)
      if (session && !store.isOver(session)) return session
      const page = noticePage(languageOf(request, session), session ? 'over' : 'unknown', session?.returnUrl ?? null)
      sendPage(reply.code(session ? 200 : 404), page)
      return null
    }

    scope.get<ByToken>('/link/:token', async (request, reply) => {
      const session = open(request, reply)
      if (!session) return reply
      const language = languageOf(request, session)
      const query = queryOf(request.url)
      const bank = session.updates?.bank ?? bankOf(isRecord(query) ? query['bank'] : null)
      const page = bank ? loginPage(session, language, bank) : banksPage(session, language)
      return sendPage(reply, page, [session.returnUrl])
    })

    scope.post<ByToken>('/link/:token', async (request, reply) => {
      const session = open(request, reply)
      if (!session) return reply
      const language = languageOf(request, session)
      const answer = readControl(step, request.body)
      const back = () => reply.redirect(session.returnUrl ?? `/link/${session.token}`, 303)
      if (answer.step === 'leave') {
        store.leave(session)
        return back()
      }
      const bank = bankOf(answer.bank)
      const customer = answer.customer?.trim() ?? ''
      if (!bank || customer === '') return reply.redirect(`/link/${session.token}`, 303)
      const chosen = accountsOf(bank, customer).filter(({ kind }) => answer[kind] === 'on')
      const isSharing = answer.step === 'share'
      if (!session.updates && (!isSharing || chosen.length === 0))
        return sendPage(reply, accountsPage(session, language, { bank, customer }, isSharing), [session.returnUrl])
      store.link(session, { bank, customer, accountIds: chosen.map(({ id }) => id) })
      return back()
    })
  })
