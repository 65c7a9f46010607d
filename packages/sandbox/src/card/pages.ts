/** The hosted card page and the confirmation step. There is no field for a card number: cards are chosen, not typed. */
import { html } from '../http/html.ts'
import type { Html } from '../http/html.ts'
import { layout } from '../pages/layout.ts'
import type { Intent, PlayingCard, Session } from './model.ts'
import { cardTexts, formatAmount } from './page-texts.ts'
import type { Language } from './page-texts.ts'

const frame = (language: Language, title: string, body: Html) =>
  layout({ title, lang: language, banner: cardTexts[language].banner, plain: true, body })

const choice = (card: PlayingCard, effect: string, isFirst: boolean) => html`
  <label class="choice">
    <input type="radio" name="card" value="${card}" ${isFirst ? html`checked` : ''} required />
    <span><strong>Visa •••• ${card}</strong><small>${effect}</small></span>
  </label>
`

/** What went wrong with the attempt before, as a key of the texts. */
export type PayProblem = 'declined' | 'notConfirmed' | 'failed'

export const payPage = (session: Session, language: Language, problem: PayProblem | null) => {
  const texts = cardTexts[language]
  const amount = formatAmount(session.amount, language)
  return frame(
    language,
    texts.title,
    html`
      <section class="card pay">
        <h1 class="muted">${texts.payTo}</h1>
        <p class="amount">${amount}</p>
        <p class="muted">${session.productName}</p>
      </section>
      ${problem && html`<p class="notice" role="alert">${texts[problem]}</p>`}
      <form method="post" action="/card/pay/${session.id}">
        <fieldset>
          <legend>${texts.chooseCard}</legend>
          ${choice('4242', texts.cardSucceeds, true)} ${choice('0002', texts.cardDeclines, false)}
          ${choice('3155', texts.cardConfirms, false)}
        </fieldset>
        <button class="button block" name="action" value="pay">${texts.pay(amount)}</button>
      </form>
      ${session.cancelUrl && html`<a class="button quiet block" href="${session.cancelUrl}">${problem ? texts.back : texts.cancel}</a>`}
    `,
  )
}

/** Where a card is kept and nothing is paid. */
export const savePage = (session: Session, language: Language) => {
  const texts = cardTexts[language]
  return frame(
    language,
    texts.saveTitle,
    html`
      <section class="card"><h1>${texts.saveTitle}</h1></section>
      ${session.wasRefused && html`<p class="notice" role="alert">${texts.notSaved}</p>`}
      <form method="post" action="/card/pay/${session.id}">
        <fieldset>
          <legend>${texts.chooseCard}</legend>
          ${choice('4242', texts.cardSucceeds, true)} ${choice('0002', texts.cardDeclines, false)}
          ${choice('3155', texts.cardConfirms, false)}
        </fieldset>
        <button class="button block" name="action" value="pay">${texts.save}</button>
      </form>
      ${session.cancelUrl && html`<a class="button quiet block" href="${session.cancelUrl}">${texts.cancel}</a>`}
    `,
  )
}

/** A page that only tells something and shows the way back. */
const noticePage = (language: Language, title: string, message: string, backUrl: string | null) =>
  frame(
    language,
    title,
    html`<section class="card">
      <h1>${title}</h1>
      <p>${message}</p>
      ${backUrl && html`<a class="button block" href="${backUrl}">${cardTexts[language].back}</a>`}
    </section>`,
  )

export const paidPage = (language: Language, backUrl: string) =>
  noticePage(language, cardTexts[language].paidTitle, cardTexts[language].paid, backUrl)
export const expiredPage = (language: Language, backUrl: string | null) =>
  noticePage(language, cardTexts[language].expiredTitle, cardTexts[language].expired, backUrl)
export const unknownPage = (language: Language) =>
  noticePage(language, cardTexts[language].unknownTitle, cardTexts[language].unknown, null)
export const answeredPage = (language: Language, backUrl: string | null) =>
  noticePage(language, cardTexts[language].challengeTitle, cardTexts[language].answered, backUrl)

export const challengePage = (intent: Intent, language: Language) => {
  const texts = cardTexts[language]
  return frame(
    language,
    texts.challengeTitle,
    html`<section class="card">
      <h1>${texts.challengeTitle}</h1>
      <p>${texts.challenge(formatAmount(intent.amount, language))}</p>
      <form method="post" action="/card/challenge/${intent.id}">
        <button class="button block" name="answer" value="confirm">${texts.confirm}</button>
        <button class="button negative block" name="answer" value="refuse">${texts.refuse}</button>
      </form>
    </section>`,
  )
}
