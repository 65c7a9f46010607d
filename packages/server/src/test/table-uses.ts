/** Which tables a source file speaks of, by what stands where a table stands in SQL and in the query builder. */
const SQL_TABLE = /\b(?:from|join|into|update|only|table)\s+"?([a-z_]+)\b/g
/** `from a, b` and `null::a`, the row type of a table. */
const SQL_MORE = /\bfrom\s+[a-z_]+(?:\s+(?:as\s+)?[a-z_]+)?\s*,\s*"?([a-z_]+)"?|\bnull::([a-z_]+)/g
const BUILDER_TABLE =
  /\b(?:selectFrom|insertInto|updateTable|deleteFrom|(?:inner|left|right|full|cross)Join)\(\s*'([a-z_]+)/g
const COMMENT = /\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g

/** Names among `tables` that the source reads or writes, each once. */
export const tableUses = (source: string, tables: ReadonlySet<string>): string[] => {
  const code = source.replaceAll(COMMENT, ' ')
  const named = [SQL_TABLE, SQL_MORE, BUILDER_TABLE].flatMap((pattern) =>
    [...code.matchAll(pattern)].flatMap(([, one, other]) => [one ?? '', other ?? '']),
  )
  return [...new Set(named)].filter((name) => tables.has(name))
}
