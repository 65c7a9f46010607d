import type { Language } from '../card/page-texts.ts'
import { html } from '../http/html.ts'
import { layout } from '../pages/layout.ts'
import type { Account } from './accounts.ts'
import type { IssuerName } from './issuers.ts'
import { oidcTexts, titleOf } from './page-texts.ts'

type Choosing = { issuer: IssuerName; uid: string; accounts: readonly Account[]; language: Language }

/** The page on which a person chooses who to be. */
export const choosePage = ({ issuer, uid, accounts, language }: Choosing) => {
  const texts = oidcTexts[language]
  const title = titleOf(language, issuer)
  const action = `/oidc/${issuer}/choose/${uid}`
  return layout({
    title,
    lang: language,
    banner: texts.banner,
    plain: true,
    body: html`
      <section class="card">
        <h1>${title}</h1>
        <p class="muted">${texts.shares}</p>
      </section>
      <form method="post" action="${action}">
        <fieldset>
          <legend>${texts.choose}</legend>
          ${accounts.map(
            ({ sub, name, email, emailVerified }, at) =>
              html`<label class="choice">
                <input type="radio" name="account" value="${sub}" ${at === 0 ? html`checked` : ''} required />
                <span
                  ><strong>${name}</strong
                  ><small>${email}, ${emailVerified ? texts.verified : texts.unverified}</small></span
                >
              </label>`,
          )}
          <label class="choice">
            <input type="radio" name="account" value="new" required />
            <span><strong>${texts.someoneNew}</strong></span>
          </label>
        </fieldset>
        <div class="made-up">
          <label>${texts.name}<input name="name" maxlength="100" autocomplete="off" /></label>
          <label>${texts.email}<input name="email" type="email" maxlength="200" autocomplete="off" /></label>
          <label class="check"
            ><input type="checkbox" name="verified" value="true" checked /><span>${texts.isVerified}</span></label
          >
        </div>
        <button class="button block" name="answer" value="continue">${texts.submit}</button>
        <button class="button quiet block" name="answer" value="cancel" formnovalidate>${texts.cancel}</button>
      </form>
    `,
  })
}

export const goneFromPage = (language: Language) =>
  layout({
    title: oidcTexts[language].expiredTitle,
    lang: language,
    banner: oidcTexts[language].banner,
    plain: true,
    body: html`<section class="card">
      <h1>${oidcTexts[language].expiredTitle}</h1>
      <p>${oidcTexts[language].expired}</p>
    </section>`,
  })
