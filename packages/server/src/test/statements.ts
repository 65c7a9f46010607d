/** Statements as their readers take them apart: each by a strict parser of the grammar that we write, which refuses anything else. */

/** RFC 4180 to the letter: every field in quotes, a quote within doubled, CRLF after every record, nothing else between. */
export const csvRecords = (text: string): string[][] => {
  const field = /"((?:[^"]|"")*)"(,|\r\n)/y
  const rows: string[][] = [[]]
  while (field.lastIndex < text.length) {
    const at = field.lastIndex
    const found = field.exec(text)
    if (!found) throw new Error(`no field at ${at}: ${text.slice(at, at + 40)}`)
    rows.at(-1)?.push((found[1] ?? '').replaceAll('""', '"'))
    if (found[2] === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}

/** Records by the names of the first one. */
export const csvRows = (text: string): Record<string, string>[] => {
  const [names = [], ...rows] = csvRecords(text)
  return rows.map((row) => {
    if (row.length !== names.length) throw new Error(`a row has ${row.length} of ${names.length} fields`)
    return Object.fromEntries(names.map((name, n) => [name, row[n] ?? '']))
  })
}

/** Cents of dollars as they are written: a sign, digits, two decimals. */
export const centsOf = (text = ''): bigint => {
  if (!/^-?\d+\.\d{2}$/.test(text)) throw new Error(`no amount: ${text}`)
  return BigInt(text.replace('.', ''))
}

export type Element = { name: string; children: Element[]; text: string }

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>' }

/** XML of elements and text. */
export const xmlOf = (source: string): Element => {
  const body = source.replaceAll(/^<\?[^>]*\?>\n/gm, '')
  const token = /<(\/?)([A-Z0-9]+)>|([^<]+)/y
  const root: Element = { name: '', children: [], text: '' }
  const open = [root]
  while (token.lastIndex < body.length) {
    const at = token.lastIndex
    const found = token.exec(body)
    const parent = open.at(-1)
    if (!found || !parent) throw new Error(`no XML at ${at}: ${body.slice(at, at + 40)}`)
    const [, end, name = '', text = ''] = found
    if (/&(?!(?:amp|lt|gt);)/.test(text)) throw new Error(`an entity that is none: ${text}`)
    if (text !== '') parent.text += text.replaceAll(/&(\w+);/g, (_, entity: string) => ENTITIES[entity] ?? '')
    else if (end) {
      if (open.pop()?.name !== name) throw new Error(`${name} ends and is not open`)
    } else {
      const element = { name, children: [], text: '' }
      parent.children.push(element)
      open.push(element)
    }
  }
  const [only, ...more] = root.children
  if (!only || more.length > 0 || open.length !== 1) throw new Error('it is not one element')
  return only
}

/** All elements of a name below one, in their order. */
export const elements = (under: Element, name: string): Element[] =>
  under.children.flatMap((child) => (child.name === name ? [child] : elements(child, name)))
export const textOf = (under: Element, name: string): string | undefined => elements(under, name)[0]?.text

/** What an aggregate of OFX 2.1.1 holds, in this order; `?` may be missing, `*` may be many or missing. Of what we use. */
const MODELS: Record<string, string> = {
  OFX: 'SIGNONMSGSRSV1 BANKMSGSRSV1',
  SIGNONMSGSRSV1: 'SONRS',
  SONRS: 'STATUS DTSERVER LANGUAGE FI?',
  STATUS: 'CODE SEVERITY',
  FI: 'ORG FID?',
  BANKMSGSRSV1: 'STMTTRNRS',
  STMTTRNRS: 'TRNUID STATUS STMTRS',
  STMTRS: 'CURDEF BANKACCTFROM BANKTRANLIST LEDGERBAL AVAILBAL BALLIST?',
  BANKACCTFROM: 'BANKID BRANCHID? ACCTID ACCTTYPE',
  BANKTRANLIST: 'DTSTART DTEND STMTTRN*',
  STMTTRN: 'TRNTYPE DTPOSTED TRNAMT FITID REFNUM? NAME MEMO?',
  LEDGERBAL: 'BALAMT DTASOF',
  AVAILBAL: 'BALAMT DTASOF',
  BALLIST: 'BAL*',
  BAL: 'NAME DESC BALTYPE VALUE DTASOF?',
}
const MOMENT = /^\d{14}\[[+-]\d{1,2}(?:\.\d+)?\]$/
const FIELDS: Record<string, RegExp> = {
  DTPOSTED: MOMENT,
  DTSERVER: MOMENT,
  DTSTART: MOMENT,
  DTEND: MOMENT,
  DTASOF: MOMENT,
  TRNTYPE: /^(CREDIT|DEBIT|DEP|XFER)$/,
  TRNAMT: /^-?\d+\.\d{2}$/,
  BALAMT: /^-?\d+\.\d{2}$/,
  VALUE: /^-?\d+\.\d{2}$/,
  FITID: /^.{1,255}$/u,
  REFNUM: /^.{1,32}$/u,
  NAME: /^.{1,32}$/u,
  MEMO: /^.{1,255}$/u,
  DESC: /^.{1,80}$/u,
  BANKID: /^.{1,9}$/u,
  ACCTID: /^.{1,22}$/u,
  ACCTTYPE: /^CHECKING$/,
  CURDEF: /^USD$/,
}

/** Throws where it is not OFX: an element that is missing, in another place, or filled with what its field does not take. */
export const checkOfx = (element: Element): void => {
  const model = MODELS[element.name]
  if (!model) {
    const field = FIELDS[element.name]
    if (element.children.length > 0 || (field && !field.test(element.text)))
      throw new Error(`${element.name}: ${element.text}`)
    return
  }
  const wanted = model.replaceAll(/(\w+)([?*]?)\s?/g, '(?:$1 )$2')
  const names = element.children.map(({ name }) => `${name} `).join('')
  if (!new RegExp(`^${wanted}$`).test(names)) throw new Error(`${element.name} holds ${names}`)
  for (const child of element.children) checkOfx(child)
}

export type BookEntry = {
  day: string
  text: string
  facts: Record<string, string>
  postings: { account: string; cents: bigint; balance: bigint | null }[]
}

const ACCOUNT = String.raw`(?:Assets|Equity|Income|Expenses)(?::[A-Z][A-Za-z0-9-]*)+`
const AMOUNT = String.raw`(-?\d+\.\d{2}) USD`

const balanced = (entry: BookEntry): BookEntry => {
  if (entry.postings.length < 2 || entry.postings.reduce((sum, { cents }) => sum + cents, 0n) !== 0n)
    throw new Error(`it does not sum to zero: ${entry.day} ${entry.text}`)
  return entry
}

/** A journal for hledger, with its assertions of the balance checked. */
export const journalOf = (text: string): { entries: BookEntry[]; cents: bigint } => {
  const posting = new RegExp(String.raw`^ {4}(${ACCOUNT}) {2,}${AMOUNT}(?: = ${AMOUNT})?$`)
  const entries: BookEntry[] = []
  let cents = 0n
  for (const line of text.split('\n')) {
    const entry = entries.at(-1)
    const head = /^(\d{4}-\d{2}-\d{2}) \* ([^;]+)$/.exec(line)
    const fact = /^ {4}; (\w+): (\S+)$/.exec(line)
    const [, account, amount, balance] = posting.exec(line) ?? []
    if (head) entries.push({ day: head[1] ?? '', text: head[2] ?? '', facts: {}, postings: [] })
    else if (fact && entry) entry.facts[fact[1] ?? ''] = fact[2] ?? ''
    else if (account !== undefined && entry) {
      const change = centsOf(amount)
      entry.postings.push({ account, cents: change, balance: balance === undefined ? null : centsOf(balance) })
      if (account === 'Assets:Puente') cents += change
      if (balance !== undefined && centsOf(balance) !== cents) throw new Error(`not the balance: ${line}`)
    } else if (line !== '' && !line.startsWith('; ')) throw new Error(`no line of a journal: ${line}`)
  }
  return { entries: entries.map(balanced), cents }
}

/** A file for beancount, with its last balance checked. */
export const beancountOf = (text: string): { entries: BookEntry[]; cents: bigint } => {
  const posting = new RegExp(String.raw`^ {2}(${ACCOUNT}) {2,}${AMOUNT}$`)
  const open = new RegExp(String.raw`^\d{4}-\d{2}-\d{2} open (${ACCOUNT})$`)
  const balance = new RegExp(
    String.raw`^\d{4}-\d{2}-\d{2} balance Assets:Puente {2}${AMOUNT}$|^; Closing balance so far: ${AMOUNT}$`,
  )
  const text_ = String.raw`"((?:[^"\\]|\\["\\])*)"`
  const head = new RegExp(String.raw`^(\d{4}-\d{2}-\d{2}) \*(?: ${text_})? ${text_}$`)
  const opened = new Set<string>()
  const entries: BookEntry[] = []
  let cents = 0n
  let isClosed = false
  for (const line of text.split('\n')) {
    const entry = entries.at(-1)
    const found = head.exec(line)
    const fact = /^ {2}([a-z]+): "([^"]*)"$/.exec(line)
    const [, account, amount] = posting.exec(line) ?? []
    if (isClosed && line !== '') throw new Error('something follows the last balance')
    if (found)
      entries.push({ day: found[1] ?? '', text: `${found[2] ?? ''} | ${found[3] ?? ''}`, facts: {}, postings: [] })
    else if (fact && entry) entry.facts[fact[1] ?? ''] = fact[2] ?? ''
    else if (account !== undefined && entry) {
      if (!opened.has(account)) throw new Error(`${account} is not open`)
      entry.postings.push({ account, cents: centsOf(amount), balance: null })
      if (account === 'Assets:Puente') cents += centsOf(amount)
    } else if (open.test(line)) opened.add(open.exec(line)?.[1] ?? '')
    else if (balance.test(line)) {
      isClosed = true
      const [, checked, noted] = balance.exec(line) ?? []
      if (centsOf(checked ?? noted) !== cents) throw new Error(`not the balance: ${line}`)
    } else if (line !== '' && !line.startsWith('; ')) throw new Error(`no line of beancount: ${line}`)
  }
  if (!isClosed) throw new Error('there is no last balance')
  return { entries: entries.map(balanced), cents }
}
