// PostgreSQL array literals: one parameter carries any number of rows through unnest.

/** `bigint[]`, `integer[]` and the like. */
export const numberArray = (values: number[]): string => `{${values.join(',')}}`

const quoted = (value: string): string => `"${value.replace(/[\\"]/g, '\\$&')}"`

/** `text[]` and `jsonb[]`. */
export const textArray = (values: string[]): string => `{${values.map(quoted).join(',')}}`

/** `text[]` of base64, for `decode(x, 'base64')`: a third shorter than the hex of `bytea[]`, and nothing to quote. */
export const base64Array = (values: Uint8Array[]): string =>
  `{${values.map((value) => Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64')).join(',')}}`
