// False, empty text and null mean "none" wherever an id may be absent: every endpoint's schemas are walked for such places.
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { features } from '#app/features.ts'
import { id, isAbsent, uuid } from '@guiche/shared/kernel/ids.ts'

interface Def {
  type: string
  innerType?: z.ZodType
  in?: z.ZodType
  out?: z.ZodType
  element?: z.ZodType
  shape?: Record<string, z.ZodType>
  options?: z.ZodType[]
  left?: z.ZodType
  right?: z.ZodType
}
const defOf = (schema: z.ZodType): Def => (schema as unknown as { _zod: { def: Def } })._zod.def

/** What a schema is made of, itself aside; `isOfField` passes the walls of objects and lists by. */
function partsOf(schema: z.ZodType, isOfField: boolean): z.ZodType[] {
  const { innerType, in: inside, out, element, shape, options, left, right } = defOf(schema)
  const wrapped = [innerType, inside, out, ...(options ?? []), left, right]
  return [...wrapped, ...(isOfField ? [] : [element, ...Object.values(shape ?? {})])].filter(
    (part) => part !== undefined
  )
}

const isId = (schema: z.ZodType): boolean =>
  schema === id || schema === uuid || partsOf(schema, true).some((part) => isId(part))

interface Place {
  where: string
  schema: z.ZodType
}

/** Fields of objects anywhere in a schema, with how to get there. */
function fieldsOf(schema: z.ZodType, where: string, seen = new Set<z.ZodType>()): Place[] {
  if (seen.has(schema)) return []
  seen.add(schema)
  const own = Object.entries(defOf(schema).shape ?? {}).flatMap(([name, field]) => [
    { where: `${where}.${name}`, schema: field },
    ...fieldsOf(field, `${where}.${name}`, seen)
  ])
  const { element } = defOf(schema)
  const deeper = [...partsOf(schema, true), ...(element ? [element] : [])]
  return [...own, ...deeper.flatMap((part) => fieldsOf(part, where, seen))]
}

const fields = features
  .flatMap((feature) => feature.routes ?? [])
  .flatMap(({ endpoint: { method, path, params, query, body } }) =>
    Object.entries({ params, query, body }).flatMap(([part, schema]) =>
      schema ? fieldsOf(schema, `${method} ${path} ${part}`) : []
    )
  )
const isNamedLikeAnId = ({ where }: Place): boolean => /\.(?:id|\w*Id)$/.test(where)
const takesNone = ({ schema }: Place): boolean => schema.safeParse(undefined).success || schema.safeParse(null).success
const optionalIds = fields.filter((field) => takesNone(field) && (isNamedLikeAnId(field) || isId(field.schema)))

/** As clients send them. */
const nones = [false, '', null, ' ', 'null', 'undefined', 'false']

test('the places are found, by their names and by what they are made of', () => {
  const found = optionalIds.map(({ where }) => where)
  expect(found).toEqual(
    expect.arrayContaining([
      'PUT /tickets/:id body.promptId',
      'POST /users body.whatsappId',
      'GET /tags query.companyId',
      'GET /messages/:ticketId query.before',
      'PUT /tickets/move/:ticketId body.targetColumn',
      'POST /files body.options.id',
      'POST /queue-options body.parentId'
    ])
  )
  expect(found.length).toBeGreaterThan(60)
})

test.each(nones)('%j is no id in every one of them', (none) => {
  expect(isAbsent(none)).toBe(true)
  const wrong = optionalIds.filter(({ schema }) => {
    const read = schema.safeParse(none)
    return !read.success || (read.data !== null && read.data !== undefined)
  })
  expect([...new Set(wrong.map(({ where }) => where))]).toEqual([])
})

test.each([0, -1, true, 'x', 1.5, {}])('%j is not taken for none', (nonsense) => {
  const rowIds = optionalIds.filter(({ schema, where }) => isId(schema) && !where.endsWith('.parentId'))
  const wrong = rowIds.filter(({ schema }) => {
    const read = schema.safeParse(nonsense)
    return read.success && (read.data === null || read.data === undefined)
  })
  expect(wrong.map(({ where }) => where)).toEqual([])
})
