/*
 * Habits that are easy to forget and hard to see missing. Of a verb, an exported function that is handed a request's `ctx`: what
 * changes something leaves a line in the audit trail, and what moves money begins with a guard. Of a test: what it asserts can fail.
 */
const FEATURE = /packages\/server\/src\/features\/[^/]+\/[^/]+\.ts$|violations\/verb-[^/]+\.ts$/

const MOVES_MONEY = new Set(['MoneyCtx', 'PostingCtx'])
const CONTEXTS = new Set(['PublicCtx', 'UserCtx', ...MOVES_MONEY])

const typeOf = (param) => {
  const annotation = param?.typeAnnotation?.typeAnnotation
  return annotation?.type === 'TSTypeReference' ? annotation.typeName?.name : undefined
}

/** The type of a verb's `ctx`; a part of a verb that takes more than the call's input is none. */
const ctxTypeOf = ({ params }) => {
  const [ctx, input, more] = params
  const isVerb = !more && (!input || typeOf(input) === 'Input' || typeOf(input) === 'Asked')
  return isVerb ? typeOf(ctx) : undefined
}

/** Every node below one. */
const walk = (node, visit) => {
  if (!node || typeof node.type !== 'string') return
  visit(node)
  for (const key of Object.keys(node)) {
    if (key === 'parent') continue
    const child = node[key]
    if (Array.isArray(child)) for (const one of child) walk(one, visit)
    else if (child && typeof child === 'object') walk(child, visit)
  }
}

const calledName = ({ callee }) => (callee.type === 'Identifier' ? callee.name : callee.property?.name)

const habits = {
  create: (context) => {
    if (!FEATURE.test(context.filename)) return {}
    let isAudited = false
    const verbs = []
    return {
      Identifier: ({ name }) => {
        if (name.startsWith('audit')) isAudited = true
      },
      ExportNamedDeclaration: ({ declaration }) => {
        for (const { id, init } of declaration?.declarations ?? []) {
          if (init?.type !== 'ArrowFunctionExpression') continue
          const ctx = ctxTypeOf(init)
          if (!CONTEXTS.has(ctx)) continue
          const calls = new Set()
          walk(init.body, (node) => node.type === 'CallExpression' && calls.add(calledName(node)))
          verbs.push({ id, ctx, calls })
        }
      },
      'Program:exit': () => {
        for (const { id, ctx, calls } of verbs) {
          if (calls.has('transaction') && !isAudited)
            context.report({ node: id, message: `${id.name} changes something and leaves no line in the audit trail` })
          const guarded = [...calls].some((name) => name?.startsWith('require'))
          if (MOVES_MONEY.has(ctx) && !guarded)
            context.report({ node: id, message: `${id.name} moves money and begins with no guard` })
        }
      },
    }
  },
}

/** `toMatchObject` takes these for objects without any field, which every value matches. */
const isAnything = ({ type, regex, properties }) => regex || (type === 'ObjectExpression' && properties.length === 0)

const assertions = {
  create: (context) => ({
    CallExpression: (call) => {
      if (calledName(call) !== 'toMatchObject') return
      walk(call.arguments[0], ({ type, value }) => {
        if (type === 'Property' && isAnything(value))
          context.report({ node: value, message: 'any value matches: use expect.stringMatching, or toEqual' })
      })
    },
  }),
}

export default { meta: { name: 'puente' }, rules: { 'verb-habits': habits, 'test-habits': assertions } }
