/** Writing to support, from the settings to the thread that comes of it. */
import { expect, signInAs, test } from './support/journey.ts'
import { chooseLanguage, expectLanguage, expectLoaded } from './support/look.ts'

const WORDS = {
  en: {
    support: 'Support',
    none: 'No messages yet',
    write: 'Write to us',
    module: 'What is it about?',
    message: 'Your message',
    send: 'Send',
    sent: "Sent. We'll answer here.",
    messages: 'Messages',
    reply: 'Your reply',
    yours: 'Your messages',
    state: 'With us',
  },
  es: {
    support: 'Soporte',
    none: 'Todavía no hay mensajes',
    write: 'Escríbenos',
    module: '¿De qué se trata?',
    message: 'Tu mensaje',
    send: 'Enviar',
    sent: 'Enviado. Te responderemos aquí.',
    messages: 'Mensajes',
    reply: 'Tu respuesta',
    yours: 'Tus mensajes',
    state: 'Lo tenemos nosotros',
  },
  ko: {
    support: '고객센터',
    none: '문의 내역이 없어요',
    write: '문의하기',
    module: '어떤 문의인가요?',
    message: '문의 내용',
    send: '보내기',
    sent: '보냈어요. 여기에서 답변을 드릴게요.',
    messages: '주고받은 내용',
    reply: '답장',
    yours: '문의 내역',
    state: '확인 중',
  },
} as const

for (const language of ['en', 'es', 'ko'] as const)
  test(
    `SC-07 support is reached from the settings: a ticket is written, stands in the list, and is answered in its thread (${language})`,
    { tag: language === 'en' ? [] : '@long' },
    async ({ page, context, makePerson }) => {
      const t = WORDS[language]
      const person = await makePerson({ stage: 'V', lang: language })
      await signInAs(page, person)
      await chooseLanguage(context, language)
      await page.goto('/settings')
      await page.getByRole('link', { name: t.support, exact: true }).click()
      await expect(page).toHaveURL('/settings/support')
      await expect(page.getByRole('heading', { level: 1, name: t.support })).toBeVisible()
      await expect(page).toHaveTitle(new RegExp(t.support))
      await expectLanguage(page, language)
      await expect(page.getByText(t.none)).toBeVisible()

      await page.getByRole('link', { name: t.write, exact: true }).click()
      const [message, send] = [page.getByLabel(t.message), page.getByRole('button', { name: t.send, exact: true })]
      await send.click()
      await expect(page.getByLabel(t.module)).toHaveAttribute('aria-invalid', 'true')
      await expect(message).toHaveAttribute('aria-invalid', 'true')
      await page.getByLabel(t.module).selectOption('payments')
      await message.fill('Where is my money?\nIt was $25.00.')
      await send.click()
      await expect(page.getByText(t.sent)).toBeVisible()
      const thread = page.getByRole('list', { name: t.messages, exact: true }).getByRole('listitem')
      await expect(thread).toHaveCount(1)
      await page.getByLabel(t.reply).fill('It has come.')
      await send.click()
      await expect(thread).toHaveCount(2)
      // The thread that was chosen is there after a reload.
      await page.reload()
      await expect(thread.nth(1)).toContainText('It has come.')

      await page.goto('/settings/support')
      await expectLoaded(page)
      const row = page.getByRole('list', { name: t.yours, exact: true }).getByRole('listitem')
      await expect(row).toHaveCount(1)
      await expect(row).toContainText(t.state)
      await row.getByRole('link').click()
      await expect(thread.first()).toContainText('Where is my money?')
      const { items } = await person.call('listTickets', {})
      expect(items.map(({ module, state }) => [module, state])).toEqual([['payments', 'open']])
    },
  )
