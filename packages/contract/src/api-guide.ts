/** What holds for every call, said once: the description of the API document, and of each call from its marks. */
import { type Endpoint, isSchema, type Need, type Schema } from './endpoint.ts'

/** The opening of the document, in Markdown. */
export const API_GUIDE = `
Everything that the screens of Puente do goes through these calls. They take and answer JSON under \`/api\`.

**Answers.** Accepted is \`200 {"data": …}\`. Refused is \`{"code", "message", "details"?, "requestId"}\` with the one status of its
code. Decide by \`code\`; \`message\` is a finished sentence in the
language of the profile, of \`Accept-Language\` where nobody is signed in (en, es, ko). A code you do not know
is to be treated like \`unknown\`.

**Money** is a whole number of cents of US dollars, in both directions: \`2500\` is $25.00.

**Signing in.** \`POST /api/auth/email/sign-in\` proves email and password and answers a \`token\` that serves once, for 60 seconds.
\`POST /api/auth/session\` exchanges it for a \`bearer\`, which lasts five minutes, and for the cookie \`__Host-puente\`. The bearer goes
into \`Authorization: Bearer …\`. \`POST /api/auth/session/refresh\` answers a new one for the cookie; calls with the cookie take JSON
only, and where a browser sends \`Origin\` it must be Puente's own. A session ends after 15 minutes without a call of its person, and
after 12 hours.

**Money calls move money once.** They need the header \`Idempotency-Key\`: 16 to 64 visible characters, made once for what is to be
done and kept over every repetition. The same key with the same body is answered with what was answered before, and the header
\`Idempotent-Replayed: true\`; with another body it is \`idempotencyConflict\`. When no answer comes the outcome is unknown: send
the same call again under the same key.

**Proof for one act.** Where Puente wants to know that it is still you, the call is refused with \`stepUpRequired\`, whose \`details\` hold a
\`challengeId\` and the \`factors\` that can answer it. \`auth/stepup/options\` begins one, \`auth/stepup/verify\` proves it and answers a
\`stepUpToken\`; the same call, with the same key and the token in the header \`Step-Up\`, then passes, once. Where
\`details\` hold \`enrol\` instead, the account has nothing to answer with yet: choose a password and call again. Without
\`only: "password"\` a passkey serves as well.

**Whose account it is.** While Puente has to find that out (\`accountRestricted\`, reason \`ownerInDoubt\`), reading goes on, and what ends, stops or
reports something; all else that changes something is refused.

**Lists** take \`limit\` (1 to 100) and \`last\`, and answer \`{"items", "last", "end"}\`: hand the \`last\` of a page to the next call until
\`end\` is true. \`last\` is opaque and carries the filter.

**Budgets.** Every call has one. Used up, it is \`429 tooManyRequests\` with \`Retry-After\` in seconds, and nothing was done. An overloaded
server, and one whose provider does not answer, says \`503 serviceUnavailable\`, also with \`Retry-After\` where it knows one. Where
its \`details.outcome\` is \`unknown\`, money may have moved: send the same call again under the same key.

**Days** (\`fromDate\`, \`toDate\`) are those of the header \`Time-Zone\`, an IANA name. Times are ISO 8601 in UTC.

**Live changes** come from \`GET /api/live\`, a stream of server-sent events that says what changed, not what it contains. Read it with
fetch, since it needs the bearer, and go on after a break with the header \`Last-Event-ID\`.
`.trim()

const NEEDS: Record<Need, string> = {
  open: 'is neither frozen nor closing',
  email: 'has a verified email',
  contacts: 'has a verified email and phone',
  terms: 'has accepted the terms as they are now',
  tier1: 'has passed the identity check',
  tier2: 'has passed the second step of the identity check',
}

const isPaged = ({ query, body, result }: Endpoint, fieldsOf: (schema: Schema) => readonly string[]): boolean =>
  isSchema(result) &&
  fieldsOf(result).includes('end') &&
  [query, body].some((from) => from && fieldsOf(from).includes('last'))

/** What a call's marks mean for who calls it, a sentence each. */
export const descriptionOf = (endpoint: Endpoint, fieldsOf: (schema: Schema) => readonly string[]): string => {
  const { needs = [], idempotent, stepUp, access, background, multipart, result } = endpoint
  return [
    needs.length > 0 && `For an account that ${needs.map((need) => NEEDS[need]).join(', ')}.`,
    access === 'cookie' && 'Takes the session cookie instead of a bearer.',
    access === 'optional' && 'With a bearer or without one.',
    idempotent && 'Moves money once for each `Idempotency-Key`.',
    stepUp === 'always' && 'Always asks for a proof that it is you: `Step-Up`.',
    stepUp === 'whenAsked' && 'May ask for a proof that it is you: `Step-Up`.',
    isPaged(endpoint, fieldsOf) && 'Paged by `last`.',
    multipart && `A form with the file in \`${multipart.file}\`, smaller than ${multipart.maxBytes} bytes.`,
    !isSchema(result) && result.kind !== 'stream' && `Answers a file: ${result.contentTypes.join(', ')}.`,
    !isSchema(result) &&
      result.kind === 'stream' &&
      'Answers server-sent events until the bearer expires; `Last-Event-ID` resumes.',
    background === true && access !== 'public' && 'Does not keep an idle session open.',
  ]
    .filter((sentence) => typeof sentence === 'string')
    .join(' ')
}
