/** `screens/index.html`: the pictures side by side, a row a state, a column a width; language and theme are chosen above. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES } from '@puente/contract'
import { STATES, THEMES, WIDTHS, fileOf, folder, isReadmeAsked } from './choice.ts'
import { composeReadmePicture } from './readme-picture.ts'

type Made = { screen: string; state: (typeof STATES)[number] }

const made = (): Made[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'readme')
    .flatMap(({ name: screen }) => {
      const files = readdirSync(join(folder, screen))
      return STATES.filter((state) => files.some((file) => file.startsWith(`${state}-`))).map((state) => ({
        screen,
        state,
      }))
    })

const picture = ({ screen, state }: Made, look: Parameters<typeof fileOf>[2]): string => {
  const file = fileOf(screen, state, look)
  if (!existsSync(join(folder, file))) return ''
  const { width, theme, language } = look
  return `<a href="${file}" class="${theme} ${language}"><img loading="lazy" alt="" width="${width / 2}" src="${file}"></a>`
}

const row = (one: Made): string => {
  const pictures = WIDTHS.flatMap((width) =>
    THEMES.flatMap((theme) => LANGUAGES.map((language) => picture(one, { width, theme, language }))),
  )
  return `<section><h2>${one.screen} <small>${one.state}</small></h2><div>${pictures.join('')}</div></section>`
}

const choice = (name: string, all: readonly string[]): string =>
  all
    .map(
      (one, place) =>
        `<label><input type="radio" name="${name}" value="${one}"${place ? '' : ' checked'}>${one}</label>`,
    )
    .join('')

const page = (rows: readonly string[]): string => `<!doctype html><meta charset="utf-8"><title>Screens</title><style>
body{font:15px system-ui;margin:0 24px 24px;background:#e9e7e2;color:#1c2a27}
header{position:sticky;top:0;display:flex;gap:24px;padding:12px 0;background:inherit}
h2{font-size:16px;margin:24px 0 8px}small{font-weight:400;opacity:.7}
div{display:flex;gap:12px;align-items:start;overflow-x:auto}a{display:none}img{display:block;box-shadow:0 1px 6px #0003}
${THEMES.flatMap((theme) => LANGUAGES.map((language) => `body:has([value=${theme}]:checked):has([value=${language}]:checked) a.${theme}.${language}{display:block}`)).join('\n')}
</style><header><span>${choice('language', LANGUAGES)}</span><span>${choice('theme', THEMES)}</span></header>${rows.join('\n')}`

/** Run by Playwright after the last picture. */
const finish = async (): Promise<void> => {
  if (!existsSync(folder)) return
  writeFileSync(join(folder, 'index.html'), page(made().map(row)))
  if (isReadmeAsked) await composeReadmePicture()
}

export default finish
