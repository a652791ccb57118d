// The part of the server's OpenAPI document that the page of the external API shows.
import { z } from 'zod'
import { serverPaths } from '@guiche/shared/kernel/server-paths.ts'
import { endpoint, type Endpoint } from '@guiche/shared/kernel/endpoint.ts'
import { call } from '#platform/net/http.ts'

interface Schema {
  type?: string
  format?: string
  maxLength?: number
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}
const schema = z.custom<Schema>((value) => typeof value === 'object' && value !== null)
const content = z.record(z.string(), z.object({ schema }))
const operation = z.object({
  parameters: z.array(z.object({ name: z.string(), required: z.boolean().optional(), schema })).optional(),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), z.object({ content: content.optional() }))
})

/** The document itself, which the server makes of its routes. */
export const openApiDocument = endpoint({
  method: 'GET',
  path: `${serverPaths.docs}/json`,
  access: 'user',
  response: z.object({
    info: z.object({ 'x-open': z.boolean().optional() }).optional(),
    paths: z.record(z.string(), z.record(z.string(), z.unknown()))
  })
})

export interface ApiField {
  /** `messages[].id` for what lies deeper. */
  name: string
  type: string
  isRequired: boolean
}

export interface ApiOperation {
  /** As it is called: `POST /api/messages/send`. */
  title: string
  fields: ApiField[]
  answer: ApiField[]
}

export interface ApiDocument {
  operations: ApiOperation[]
  /** Whether the page of the whole document opens without a login, as a tab of the browser has none. */
  isOpen: boolean
}

function typeOf(one: Schema): string {
  if (one.anyOf) {
    const types = one.anyOf.filter(({ type }) => type !== 'null').map(typeOf)
    return [...new Set(types)].join(' | ')
  }
  if (one.enum) return one.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (one.type === 'array') return `${one.items ? typeOf(one.items) : ''}[]`
  return one.format ?? `${one.type ?? ''}${one.maxLength ? ` (≤ ${one.maxLength})` : ''}`
}

function fieldsOf(one: Schema | undefined, before = ''): ApiField[] {
  return Object.entries(one?.properties ?? {}).flatMap(([name, property]) => {
    const path = before + name
    if (property.items?.properties) return fieldsOf(property.items, `${path}[].`)
    return [{ name: path, type: typeOf(property), isRequired: one?.required?.includes(name) ?? false }]
  })
}

/** Reads the operations of endpoints from the server. Errors: ApiError; ZodError for a document of another shape. */
export async function readOperations(endpoints: Endpoint[]): Promise<ApiDocument> {
  const { paths, info } = await call(openApiDocument)
  const operations = endpoints.map(({ method, path }) => {
    const address = path.replace(/:(\w+)/g, '{$1}')
    const { parameters = [], requestBody, responses } = operation.parse(paths[address]?.[method.toLowerCase()])
    // A form has the fields of the JSON body, and the files besides.
    const bodies = Object.values(requestBody?.content ?? {}).flatMap((one) => fieldsOf(one.schema))
    const fields = parameters.map((one) => ({
      name: one.name,
      type: typeOf(one.schema),
      isRequired: one.required ?? false
    }))
    return {
      title: `${method} ${address}`,
      fields: [...new Map([...fields, ...bodies].map((one) => [one.name, one])).values()],
      // What is answered is always there.
      answer: fieldsOf(responses['200']?.content?.['application/json']?.schema).map((one) => ({
        ...one,
        isRequired: false
      }))
    }
  })
  return { operations, isOpen: info?.['x-open'] === true }
}
