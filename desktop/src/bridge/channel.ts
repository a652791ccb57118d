// A question of the console to the shell, and a word of the shell to the console, as values that both ends import.
import type { z } from 'zod'
import type { ChannelName, NoticeName } from './names.ts'

export type Schemas = readonly z.ZodType[]

export interface Channel<A extends Schemas = Schemas, R extends z.ZodType = z.ZodType> {
  name: ChannelName
  args: A
  reply: R
}

/** Declares a channel with the schemas of its arguments and of its answer. */
export const channel = <const A extends Schemas, R extends z.ZodType>(
  name: ChannelName,
  args: A,
  reply: R
): Channel<A, R> => ({ name, args, reply })

export interface Notice<P extends z.ZodType = z.ZodType> {
  name: NoticeName
  payload: P
}

/** Declares a notice with the schema of what it carries. */
export const notice = <P extends z.ZodType>(name: NoticeName, payload: P): Notice<P> => ({ name, payload })

/** Arguments as the console gives them. */
export type ArgsIn<A extends Schemas> = { -readonly [I in keyof A]: z.input<A[I]> }
/** Arguments as main gets them. */
export type ArgsOut<A extends Schemas> = { -readonly [I in keyof A]: z.output<A[I]> }
export type Payload<N extends Notice> = z.output<N['payload']>

/** Arguments that fit. Errors: one that names the channel and the place, and never the value. */
export function parseArgs<A extends Schemas>(
  { name, args: schemas }: Channel<A>,
  given: readonly unknown[]
): ArgsOut<A> {
  if (given.length !== schemas.length) throw new TypeError(`${name} takes ${schemas.length} arguments`)
  return schemas.map((schema, index) => {
    const parsed = schema.safeParse(given[index])
    if (parsed.success) return parsed.data
    const places = parsed.error.issues.map(({ path, code }) => `${[index, ...path].join('.')} (${code})`)
    throw new TypeError(`${name} got arguments that do not fit: ${places.join(', ')}`)
  }) as ArgsOut<A>
}
