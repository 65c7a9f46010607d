/**
 * What a statement of the product's path may not do, so that it also runs when the tables are spread over several machines
 * and does not cost more with every person who joins. A rule looks at words, not at a plan: it would rather refuse a
 * statement that is written in an unusual way than miss one. Exceptions are named in `exempt.ts`.
 */
import { columnOf, type Places } from './places.ts'
import { allScopes, type Scope, scopesOf, type Token, tokensOf } from './tokens.ts'

export type Rule =
  | 'owner missing'
  | 'locks across owners'
  | 'join across owners'
  | 'aggregate across owners'
  | 'clock across owners'
  | 'volatile in a change'
  | 'merge'
  | 'advisory lock'
  | 'writing inside with'
  | 'several statements'
  | 'lock timeout in a transaction'

const AGGREGATES = new Set([
  'count',
  'sum',
  'avg',
  'min',
  'max',
  'array_agg',
  'json_agg',
  'jsonb_agg',
  'string_agg',
  'bool_or',
  'bool_and',
])
const CLOCKS = new Set([
  'now',
  'current_timestamp',
  'current_date',
  'localtimestamp',
  'transaction_timestamp',
  'statement_timestamp',
  'clock_timestamp',
  // Counts transactions, and every machine its own.
  'pg_current_snapshot',
])
const VOLATILE = new Set([
  'clock_timestamp',
  'timeofday',
  'random',
  'gen_random_uuid',
  'uuidv4',
  'uuidv7',
  'nextval',
  'setval',
  'txid_current',
  'pg_current_xact_id',
  'pg_sleep',
])
const BEFORE_TABLE = new Set(['from', 'join', 'into', 'update', 'using', 'only'])
const ENDS_FROM = new Set([
  'where',
  'group',
  'order',
  'having',
  'limit',
  'set',
  'returning',
  'on',
  'for',
  'union',
  'values',
  'select',
  'window',
])

/** Tables named where a table stands, with their places' columns; once for each time. */
const tablesIn = ({ tokens }: Scope, places: Places): { name: string; column: string }[] => {
  let isListing = false
  return tokens.flatMap((token, at) => {
    if (token.kind !== 'word' && token.text !== ',') return []
    if (ENDS_FROM.has(token.text)) isListing = false
    if (token.text === 'from' || token.text === 'using') isListing = true
    const before = tokens[at - 1]?.text ?? ''
    const behind = before === '.' && tokens[at - 2]?.text === 'public' ? (tokens[at - 3]?.text ?? '') : before
    const isTable = token.kind === 'word' && (BEFORE_TABLE.has(behind) || (isListing && behind === ','))
    const column = isTable ? columnOf(places.get(token.text)) : null
    return column === null ? [] : [{ name: token.text, column }]
  })
}

const COMPARES = new Set(['=', 'in'])

/**
 * Where the column is compared, or listed among those an insert fills; an equality of two tables counts once. `one` when
 * it is compared with a single value: a constant, or, in a query over one table inside another, the row outside.
 */
const conditionsOn = (scope: Scope, column: string, isInner: boolean): { count: number; one: boolean } => {
  const { tokens } = scope
  const isAlone = isInner && !tokens.some(({ text }) => text === 'join' || text === 'using')
  let count = 0
  let one = false
  tokens.forEach((token, at) => {
    if (token.kind !== 'word' || token.text !== column) return
    const [next, after] = [tokens[at + 1], tokens[at + 2]]
    const qualified = tokens[at - 1]?.text === '.' ? at - 2 : at
    const before = tokens[qualified - 1]
    if (next && COMPARES.has(next.text)) {
      count += 1
      one ||= next.text === '=' && (isAlone || after?.kind === 'param' || after?.kind === 'constant')
    } else if (before?.text === '=') {
      if (tokens[qualified - 2]?.text === column) return
      count += 1
      one ||= isAlone
    } else if (before?.text === '(' || before?.text === ',') {
      // A row compared as a whole, a join by name, or the columns of an insert.
      const close = tokens.findIndex((other, index) => index > at && other.text === ')')
      const open = tokens.slice(0, at).findLastIndex((other) => other.text === '(')
      const introduces = tokens[open - 1]?.text ?? ''
      const isInsert = tokens.some(({ text }) => text === 'into')
      if (COMPARES.has(tokens[close + 1]?.text ?? '') || introduces === 'using' || isInsert) count += 1
    }
  })
  return { count, one }
}

const has = ({ tokens }: Scope, words: ReadonlySet<string>, isCall = false): boolean =>
  tokens.some(({ kind, text }, at) => kind === 'word' && words.has(text) && (!isCall || tokens[at + 1]?.text === '('))

const hasRun = ({ tokens }: Scope, ...words: string[]): boolean =>
  tokens.some((_token, at) => words.every((word, ahead) => tokens[at + ahead]?.text === word))

const locks = (scope: Scope): boolean =>
  [['update'], ['share'], ['no', 'key', 'update'], ['key', 'share']].some((words) => hasRun(scope, 'for', ...words))

const rulesOfScope = (scope: Scope, places: Places, isInner: boolean): Rule[] => {
  const tables = tablesIn(scope, places)
  if (tables.length === 0) return []
  const found: Rule[] = []
  const columns = [...new Set(tables.map(({ column }) => column))]
  const conditions = columns.map((column) => conditionsOn(scope, column, isInner))
  const isInsert = scope.tokens.some(({ text }) => text === 'into')
  const isOne = conditions.every(({ one }) => one) || isInsert
  const isLacking = columns.some((column, index) => {
    const wanted = tables.filter((table) => table.column === column).length
    return (conditions[index]?.count ?? 0) < wanted
  })
  if (isLacking) found.push('owner missing')
  if (columns.length > 1) found.push('join across owners')
  if (locks(scope) && !isOne) found.push('locks across owners')
  const groups = columns.some((column) => isGroupedBy(scope, column))
  if (has(scope, AGGREGATES, true) && !isOne && !groups) found.push('aggregate across owners')
  if (has(scope, CLOCKS) && !isOne) found.push('clock across owners')
  const changes = scope.tokens[0]?.text === 'update' || scope.tokens[0]?.text === 'delete'
  if (changes && has(scope, VOLATILE, true)) found.push('volatile in a change')
  return found
}

const isGroupedBy = ({ tokens }: Scope, column: string): boolean => {
  const at = tokens.findIndex(({ text }, index) => text === 'group' && tokens[index + 1]?.text === 'by')
  return at >= 0 && tokens.slice(at).some(({ text }) => text === column)
}

const ADVISORY = /^pg_(try_)?advisory_/
const WRITES = new Set(['insert', 'update', 'delete', 'merge'])

const rulesOfWhole = (tokens: readonly Token[], scopes: readonly Scope[]): Rule[] => {
  const found: Rule[] = []
  const words = tokens.filter(({ kind }) => kind === 'word').map(({ text }) => text)
  if (words[0] === 'merge') found.push('merge')
  if (words.some((word) => ADVISORY.test(word))) found.push('advisory lock')
  if (scopes.slice(1).some(({ tokens: [first] }) => WRITES.has(first?.text ?? ''))) found.push('writing inside with')
  const end = tokens.findIndex(({ text }) => text === ';')
  if (end >= 0 && tokens.slice(end).some(({ text }) => text !== ';')) found.push('several statements')
  if (words[0] === 'set' && words[1] === 'local' && words[2] === 'lock_timeout')
    found.push('lock timeout in a transaction')
  return found
}

/** The rules that a statement breaks. */
export const brokenRules = (text: string, places: Places): Rule[] => {
  const tokens = tokensOf(text)
  const scopes = allScopes(scopesOf(tokens))
  return [
    ...new Set([
      ...rulesOfWhole(tokens, scopes),
      ...scopes.flatMap((scope, at) => rulesOfScope(scope, places, at > 0)),
    ]),
  ]
}
