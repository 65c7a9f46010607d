/**
 * Serves the built web application and the page for developers: hashed assets, cached for good, the shell for every screen path, the first screen
 * already drawn in the caller's language, and a 404 for everything that is no screen.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { defaultLanguage, type Language, languageOf } from '@puente/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from './refusal.ts'

const LANGUAGE_COOKIE = '__Host-puente-lang'
const FIRST_SCREENS: ReadonlySet<string> = new Set(['/', '/sign-in'])

type Shells = {
  plain: string
  developers: string
  first: Record<Language, string>
  isScreen: (path: string) => boolean
}

const load = async (dir: string): Promise<Shells> => {
  const text = (name: string) => readFile(join(dir, name), 'utf8')
  const [plain, en, es, ko, screens, developers] = await Promise.all(
    ['index.html', 'first/en.html', 'first/es.html', 'first/ko.html', 'screens.json', 'developers/index.html'].map(
      text,
    ),
  )
  const patterns = (JSON.parse(screens ?? '[]') as string[]).map(
    (path) =>
      new RegExp(
        `^${path.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/\\?\$\w+/g, '[^/]+')}/?$`,
        'i',
      ),
  )
  return {
    plain: plain ?? '',
    developers: developers ?? '',
    first: { en: en ?? '', es: es ?? '', ko: ko ?? '' },
    isScreen: (path) => patterns.some((pattern) => pattern.test(path)),
  }
}

const languageOfRequest = (request: FastifyRequest): Language =>
  languageOf(request.cookies[LANGUAGE_COOKIE] ?? '') ??
  defaultLanguage((request.headers['accept-language'] ?? '').split(','))

const html = (reply: FastifyReply, status: number, body: string) =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('vary', 'cookie, accept-language')
    .send(body)

/** Nothing below these is a screen. */
const NOT_SCREENS = /^\/(api|hooks|csp)(\/|$)/

/** The path of a target. `//host` is a path like any other here: a target never names another host. */
const pathOf = (target: string): string => target.split('?', 1)[0] ?? ''

/** Serves assets and screens of a built application. What is neither gets the 404 page, below `/api` the refusal. */
export const serveWeb =
  (dir: string) =>
  async (app: FastifyInstance): Promise<void> => {
    const shells = await load(dir)
    await app.register(fastifyStatic, {
      root: dir,
      index: false,
      wildcard: false,
      // Assets are small and come whole.
      acceptRanges: false,
      // The build has left what is worth compressing as `<file>.br`, too.
      preCompressed: true,
      globIgnore: ['index.html', 'first/**', 'developers/index.html', 'screens.json', '**/*.br', '.*'],
      setHeaders: (reply, path) => {
        const hashed = path.includes('/assets/')
        void reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
    // A route and not the not-found handler: only routes are compressed.
    app.get('/*', { config: { rateLimit: false } }, async (request, reply) => {
      const pathname = pathOf(request.url)
      if (NOT_SCREENS.test(pathname)) throw new Refusal('notFound')
      if (pathname.startsWith('/assets/')) return reply.code(404).type('text/plain; charset=utf-8').send('not found')
      if (FIRST_SCREENS.has(pathname)) return html(reply, 200, shells.first[languageOfRequest(request)])
      if (/^\/developers\/?$/.test(pathname)) return html(reply, 200, shells.developers)
      // The service worker keeps the shell under its own name.
      const isThere = pathname === '/index.html' || shells.isScreen(pathname)
      return html(reply, isThere ? 200 : 404, shells.plain)
    })
  }
