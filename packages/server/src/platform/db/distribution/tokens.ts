/** SQL taken apart into words, enough to look at a statement's shape: no comments, no text constants, no letter case. */

export type Token = { kind: 'word' | 'param' | 'constant' | 'sign'; text: string }

const PATTERNS: readonly [Token['kind'] | null, RegExp][] = [
  [null, /\s+|--[^\n]*|\/\*[\s\S]*?\*\//y],
  ['constant', /\$([a-z_]*)\$[\s\S]*?\$\1\$/iy],
  ['param', /\$\d+/y],
  ['constant', /e'(?:[^'\\]|''|\\[\s\S])*'|[bxn]?'(?:[^']|'')*'/iy],
  ['word', /"(?:[^"]|"")*"/y],
  ['word', /[\p{L}_][\p{L}\p{N}_$]*/uy],
  ['constant', /\d+(?:\.\d+)?(?:e[+-]?\d+)?/iy],
  ['sign', /::|:=|<=|>=|<>|!=|->>?|[\s\S]/y],
]

const readToken = (text: string, at: number): { token: Token | null; end: number } => {
  for (const [kind, pattern] of PATTERNS) {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    if (found === undefined || found === '') continue
    const plain = found.startsWith('"') ? found.slice(1, -1).replaceAll('""', '"') : found.toLowerCase()
    return { token: kind === null ? null : { kind, text: plain }, end: at + found.length }
  }
  return { token: null, end: at + 1 }
}

export const tokensOf = (text: string): Token[] => {
  const tokens: Token[] = []
  for (let at = 0; at < text.length;) {
    const { token, end } = readToken(text, at)
    if (token) tokens.push(token)
    at = end
  }
  return tokens
}

/** One `select`, `insert`, `update` or `delete` without what stands in brackets as a query of its own inside it. */
export type Scope = { tokens: Token[]; inner: Scope[] }

const BEGINS_QUERY = /^(select|with|insert|update|delete|merge|values)$/

/** A statement's queries, each apart; brackets that hold no query belong to the query around them. */
export const scopesOf = (tokens: readonly Token[]): Scope => {
  const outer: Scope = { tokens: [], inner: [] }
  const open: { scope: Scope; isQuery: boolean }[] = [{ scope: outer, isQuery: true }]
  tokens.forEach((token, at) => {
    const around = open.at(-1)?.scope ?? outer
    if (token.text === '(' && token.kind === 'sign') {
      const next = tokens[at + 1]
      const isQuery = next?.kind === 'word' && BEGINS_QUERY.test(next.text)
      const scope = isQuery ? { tokens: [], inner: [] } : around
      around.tokens.push(token)
      if (isQuery) around.inner.push(scope)
      open.push({ scope, isQuery })
      return
    }
    if (token.text === ')' && token.kind === 'sign' && open.length > 1) {
      open.pop()
      open.at(-1)?.scope.tokens.push(token)
      return
    }
    around.tokens.push(token)
  })
  return outer
}

/** A scope and all inside it. */
export const allScopes = (scope: Scope): Scope[] => [scope, ...scope.inner.flatMap(allScopes)]
