/**
 * Serves the built web application: hashed assets for ever, the shell for every screen path, the first screen already
 * drawn in the caller's language, and a 404 for everything that is no screen.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { type Language, languageOf } from '@puente/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptedLanguage } from './requests.ts'

const LANGUAGE_COOKIE = '__Host-puente-lang'
const FIRST_SCREENS: ReadonlySet<string> = new Set(['/', '/sign-in'])

type Shells = { plain: string; first: Record<Language, string>; isScreen: (path: string) => boolean }

const load = async (dir: string): Promise<Shells> => {
  const text = (name: string) => readFile(join(dir, name), 'utf8')
  const [plain, en, es, ko, screens] = await Promise.all(
    ['index.html', 'first/en.html', 'first/es.html', 'first/ko.html', 'screens.json'].map(text),
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
    first: { en: en ?? '', es: es ?? '', ko: ko ?? '' },
    isScreen: (path) => patterns.some((pattern) => pattern.test(path)),
  }
}

const languageOfRequest = (request: FastifyRequest): Language =>
  languageOf(request.cookies[LANGUAGE_COOKIE] ?? '') ??
  (/^es\b/i.test(request.headers['accept-language'] ?? '') ? 'es' : acceptedLanguage('en'))

const html = (reply: FastifyReply, status: number, body: string) =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('vary', 'cookie, accept-language')
    .send(body)

/** Registers assets and screens; `notFound` answers what is neither (JSON below `/api`, the 404 page elsewhere). */
export const serveWeb = async (
  app: FastifyInstance,
  dir: string,
): Promise<(request: FastifyRequest, reply: FastifyReply) => FastifyReply> => {
  const shells = await load(dir)
  await app.register(fastifyStatic, {
    root: dir,
    index: false,
    wildcard: false,
    globIgnore: ['index.html', 'first/**', 'screens.json'],
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/')
      void reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  return (request, reply) => {
    const { pathname } = new URL(request.url, 'http://any')
    if (pathname.startsWith('/assets/')) return reply.code(404).type('text/plain').send('not found')
    if (FIRST_SCREENS.has(pathname)) return html(reply, 200, shells.first[languageOfRequest(request)])
    return html(reply, shells.isScreen(pathname) ? 200 : 404, shells.plain)
  }
}
