import { LEGAL_SLUGS, STORED_LANGUAGES, type LegalSlug } from '@puente/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openApp, signedInAs } from '#test/render.tsx'
import { answers, refuses, server } from '#test/server.ts'

const ids: Record<LegalSlug, string> = {
  terms: 'RT-61 SC-09',
  privacy: 'RT-62 SC-08',
  'code-of-conduct': 'RT-63',
  kyc: 'RT-64',
  copyright: 'RT-65',
}
const titles = {
  en: ['Terms of use', 'Privacy notice', 'Code of conduct', 'Identity verification', 'Copyright and trademarks'],
  es: [
    'Términos de uso',
    'Aviso de privacidad',
    'Código de conducta',
    'Verificación de identidad',
    'Derechos de autor y marcas',
  ],
  ko: ['이용약관', '개인정보 처리방침', '행동 강령', '본인 인증 안내', '저작권과 상표'],
}
const versions = {
  en: 'Version 2026-11, in effect from November 1, 2026',
  es: 'Versión 2026-11, vigente desde el 1 de noviembre de 2026',
  ko: '버전 2026-11, 시행일 2026년 11월 1일',
}

const anyLegalText = () =>
  answers('legal', ({ url }) => ({
    slug: url.searchParams.get('slug') as LegalSlug,
    version: '2026-11',
    effectiveFrom: '2026-11-01',
    lang: url.searchParams.get('lang') as 'en',
    title: 'Title',
    changes: [],
    sections: [{ heading: 'One', text: `${url.searchParams.get('slug')} in ${url.searchParams.get('lang')}` }],
  }))

test.each(LEGAL_SLUGS.map((slug, place) => [ids[slug], slug, place] as const))(
  '%s /about/%s has title, text, version and date in three languages, reached from the list',
  async (_ids, slug, place) => {
    for (const language of ['en', 'es', 'ko'] as const) {
      signedInAs({ lang: STORED_LANGUAGES[language] })
      server.use(anyLegalText())
      const app = await openApp('/about', language)
      const name = titles[language][place] ?? ''
      await app.user.click(screen.getAllByRole('link', { name: new RegExp(`^${name}`) }).at(-1)!)
      await waitFor(() => expect(app.path()).toBe(`/about/${slug}`))
      expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible()
      expect(await screen.findByText(versions[language])).toBeVisible()
      expect(screen.getByText(`${slug} in ${language}`)).toBeVisible()
      cleanup()
    }
  },
)

test('a legal text that cannot be loaded can be asked for again', async () => {
  signedInAs()
  server.use(refuses('legal', 'serviceUnavailable'))
  const app = await openApp('/about/terms')
  const again = await screen.findByRole('button', { name: 'Try again' })
  server.use(anyLegalText())
  await app.user.click(again)
  expect(await screen.findByText('terms in en')).toBeVisible()
})

test('X-36 who reads Korean puts the English of the same version beside it, each marked as its language, and is told which one counts', async () => {
  signedInAs({ lang: STORED_LANGUAGES.ko })
  server.use(anyLegalText())
  const app = await openApp('/about/terms', 'ko')
  expect(await screen.findByText('terms in ko')).toBeVisible()
  expect(screen.getByText(/한국어 내용이 기준이에요/)).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: '영어로도 함께 보기' }))
  const english = await screen.findByText('terms in en')
  expect(english.closest('[lang]')).toHaveAttribute('lang', 'en')
  expect(screen.getByText('terms in ko').closest('[lang]')).toHaveAttribute('lang', 'ko')
  await app.user.click(screen.getByRole('button', { name: '영어 숨기기' }))
  expect(screen.queryByText('terms in en')).toBeNull()
  cleanup()
  signedInAs()
  await openApp('/about/terms')
  expect(await screen.findByText('terms in en')).toBeVisible()
  expect(screen.queryByRole('button', { name: /English/ })).toBeNull()
})

test.each(['/about', '/about/terms', '/settings/legal-aspects'])('%s is for signed-in people', async (path) => {
  const app = await openApp(path)
  expect(app.path()).toBe(`/?redirect=${encodeURIComponent(path)}`)
})

test('RT-60 /about leads a visitor to the log-in; what is accepted at sign-up is read there, in the words of /about', async () => {
  server.use(anyLegalText())
  expect((await openApp('/about')).path()).toBe('/?redirect=%2Fabout')
  cleanup()
  const app = await openApp('/sign-up')
  for (const [link, slug] of [
    ['terms', 'terms'],
    ['privacy policy', 'privacy'],
  ] as const) {
    await app.user.click(screen.getByRole('button', { name: link }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByText(`${slug} in en`)).toBeVisible()
    expect(dialog.getByText(versions.en)).toBeVisible()
    await app.user.click(dialog.getByRole('button', { name: 'Close' }))
  }
})

test('RT-38 SC-16 the legal texts are listed in the settings, each with its screen', async () => {
  signedInAs()
  await openApp('/settings/legal-aspects')
  expect(screen.getByRole('heading', { level: 1, name: 'Legal' })).toBeVisible()
  const links = within(screen.getByRole('list', { name: 'Legal' })).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(LEGAL_SLUGS.map((slug) => `/about/${slug}`))
})

test('RT-39 the questions are found in any case of the address, searched, opened by keyboard, and where there is none support can be asked', async () => {
  signedInAs()
  const all = [
    { id: 'fees', topic: 'money' as const, question: 'What does it cost?', answer: 'Sending is free.' },
    { id: 'hide', topic: 'account' as const, question: 'Can I hide my balance?', answer: 'Yes, with the eye.' },
  ]
  server.use(
    answers('faqs', ({ url }) => {
      const search = url.searchParams.get('search') ?? ''
      return { items: all.filter(({ question }) => question.toLowerCase().includes(search)) }
    }),
  )
  const app = await openApp('/settings/faqs')
  expect(app.path()).toBe('/settings/FAQS')
  const question = await screen.findByText('What does it cost?')
  expect(screen.getByText('Sending is free.')).not.toBeVisible()
  await app.user.click(question)
  expect(screen.getByText('Sending is free.')).toBeVisible()
  const field = screen.getByRole('searchbox', { name: 'Search questions' })
  await app.user.type(field, 'hide')
  await waitFor(() => expect(screen.queryByText('What does it cost?')).toBeNull())
  expect(screen.getByText('1 question found')).toBeInTheDocument()
  await app.user.type(field, ' unicorn')
  expect(await screen.findByRole('heading', { name: 'No results found' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Write to us' })).toHaveAttribute('href', '/settings/support/ticket')
})
