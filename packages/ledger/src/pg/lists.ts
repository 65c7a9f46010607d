/**
 * Arrays as binary parameters. The driver would write an array as quoted text and the server would parse every number and
 * id out of it again, which for a batch is a large share of all the work. The statement must unnest or cast the parameter as
 * exactly the type its function names. A number that does not fit throws a RangeError.
 */

/** Type oids from `pg_type`; they never change. */
const UUID = 2950
const TEXT = 25
const INT8 = 20
const INT2 = 21
const INT4 = 23
const BOOL = 16
const TIMESTAMPTZ = 1184

const HEADER_BYTES = 12
const DIMENSION_BYTES = 8
const NULL = -1

type Value<T> = T | null | undefined

/** How many bytes a value takes, and how it is written at an offset. */
type Element<T> = {
  type: number
  bytes: (value: T) => number
  write: (to: Buffer, value: T, offset: number, size: number) => unknown
}

const encode = <T>({ type, bytes, write }: Element<T>, values: readonly Value<T>[]): Buffer => {
  let total = HEADER_BYTES + (values.length > 0 ? DIMENSION_BYTES : 0)
  let hasNull = false
  for (const value of values) {
    total += 4
    if (value === null || value === undefined) hasNull = true
    else total += bytes(value)
  }
  const list = Buffer.allocUnsafe(total)
  list.writeInt32BE(values.length > 0 ? 1 : 0, 0)
  list.writeInt32BE(hasNull ? 1 : 0, 4)
  list.writeInt32BE(type, 8)
  if (values.length === 0) return list
  list.writeInt32BE(values.length, HEADER_BYTES)
  list.writeInt32BE(1, HEADER_BYTES + 4)
  let offset = HEADER_BYTES + DIMENSION_BYTES
  for (const value of values) {
    const size = value === null || value === undefined ? NULL : bytes(value)
    list.writeInt32BE(size, offset)
    offset += 4
    if (value === null || value === undefined) continue
    write(list, value, offset, size)
    offset += size
  }
  return list
}

/** The value of each hexadecimal digit by its character code. */
const DIGITS = Uint8Array.from({ length: 128 }, (_, code) => Number.parseInt(String.fromCharCode(code), 16) || 0)
const digitAt = (text: string, n: number) => DIGITS[text.charCodeAt(n)] ?? 0

const uuid: Element<string> = {
  type: UUID,
  bytes: () => 16,
  write: (to, value, offset) => {
    let at = offset
    for (let n = 0; n < 36; n += 2) {
      if (value.charCodeAt(n) === 45) n += 1
      to[at] = (digitAt(value, n) << 4) | digitAt(value, n + 1)
      at += 1
    }
  },
}

/** Up to this length, writing character by character beats a call out of JavaScript. */
const SHORT = 24

const text: Element<string> = {
  type: TEXT,
  bytes: (value) => Buffer.byteLength(value),
  write: (to, value, offset, size) => {
    if (size !== value.length || size > SHORT) return to.write(value, offset)
    for (let n = 0; n < size; n += 1) to[offset + n] = value.charCodeAt(n)
    return size
  },
}

const bigint: Element<bigint> = {
  type: INT8,
  bytes: () => 8,
  write: (to, value, offset) => to.writeBigInt64BE(value, offset),
}

const smallint: Element<number> = {
  type: INT2,
  bytes: () => 2,
  write: (to, value, offset) => to.writeInt16BE(value, offset),
}

const integer: Element<number> = {
  type: INT4,
  bytes: () => 4,
  write: (to, value, offset) => to.writeInt32BE(value, offset),
}

const bool: Element<boolean> = {
  type: BOOL,
  bytes: () => 1,
  write: (to, value, offset) => to.writeUInt8(value ? 1 : 0, offset),
}

/** PostgreSQL counts microseconds since 2000. */
const EPOCH_MS = Date.UTC(2000, 0, 1)

const timestamp: Element<Date> = {
  type: TIMESTAMPTZ,
  bytes: () => 8,
  write: (to, value, offset) => to.writeBigInt64BE(BigInt(value.getTime() - EPOCH_MS) * 1_000n, offset),
}

/** `uuid[]`; the values are uuids in their usual form with dashes. */
export const uuids = (values: readonly Value<string>[]): Buffer => encode(uuid, values)
/** `text[]` */
export const texts = (values: readonly Value<string>[]): Buffer => encode(text, values)
/** `bigint[]` */
export const bigints = (values: readonly Value<bigint>[]): Buffer => encode(bigint, values)
/** `integer[]` */
export const integers = (values: readonly Value<number>[]): Buffer => encode(integer, values)
/** `smallint[]`, for values that are small by nature, such as a sign; a counter needs more. */
export const smallints = (values: readonly Value<number>[]): Buffer => encode(smallint, values)
/** `boolean[]` */
export const booleans = (values: readonly Value<boolean>[]): Buffer => encode(bool, values)
/** `timestamptz[]` */
export const timestamps = (values: readonly Value<Date>[]): Buffer => encode(timestamp, values)
