/** The page's elements, built one by one: its policy allows no markup from texts. */

/** A new element with a text and a class. */
export const make = (tag: string, text = '', className = ''): HTMLElement => {
  const element = document.createElement(tag)
  if (text !== '') element.textContent = text
  if (className !== '') element.className = className
  return element
}

/** An element with these children put into it. */
export const put = (parent: HTMLElement, ...children: HTMLElement[]): HTMLElement => {
  parent.append(...children)
  return parent
}

/** A block of code that the keyboard can scroll. */
export const pre = (text: string, label: string): HTMLElement => {
  const block = make('pre')
  block.tabIndex = 0
  block.setAttribute('aria-label', label)
  return put(block, make('code', text))
}

/** Paragraphs with `code` and **strong** words: all the Markdown that the document uses. */
export const prose = (text: string): HTMLElement[] =>
  text.split(/\n{2,}/).map((paragraph) => {
    const element = make('p')
    for (const part of paragraph.replaceAll('\n', ' ').split(/(`[^`]+`|\*\*[^*]+\*\*)/)) {
      if (part.startsWith('`')) element.append(make('code', part.slice(1, -1)))
      else if (part.startsWith('**')) element.append(make('strong', part.slice(2, -2)))
      else element.append(part)
    }
    return element
  })

/** A table that scrolls on its own where it is wider than the page. */
export const table = (caption: string, head: string[], rows: (string | HTMLElement)[][]): HTMLElement => {
  const headRow = put(make('tr'), ...head.map((text) => make('th', text)))
  const body = rows.map((cells) =>
    put(make('tr'), ...cells.map((cell) => (typeof cell === 'string' ? make('td', cell) : put(make('td'), cell)))),
  )
  const whole = put(make('table'), make('caption', caption), put(make('thead'), headRow), put(make('tbody'), ...body))
  const frame = put(make('div', '', 'wide'), whole)
  frame.tabIndex = 0
  frame.setAttribute('role', 'region')
  frame.setAttribute('aria-label', caption)
  return frame
}
