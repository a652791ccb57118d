// Template of a feature's contract: what its rows look like on the wire, its calls and its realtime event.
import { sentence, type Names } from './names.ts'

/** Files by path. */
export function sharedFiles({ wing, feature, many, one, Many, One, words, word }: Names): Record<string, string> {
  return {
    [`shared/src/features/${wing}/${feature}.ts`]: `// ${sentence(words)} of a company.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { idParams, instant, text } from '../../kernel/ids.ts'
import { wireEvent } from '../../kernel/wire-event.ts'

export const ${one}Schema = z.object({
  id: z.number(),
  companyId: z.number(),
  /** Who made it. */
  userId: z.number(),
  name: z.string(),
  createdAt: instant,
  updatedAt: instant
})
export type ${One} = z.infer<typeof ${one}Schema>

export const ${one}Draft = z.object({ name: text(120).trim().min(1) })
export type ${One}Draft = z.output<typeof ${one}Draft>

export const list${Many} = endpoint({
  method: 'GET',
  path: '/${feature}',
  access: 'user',
  response: z.array(${one}Schema),
  summary: 'All ${words} of the company, by name'
})
export const create${One} = endpoint({
  method: 'POST',
  path: '/${feature}',
  access: 'user',
  body: ${one}Draft,
  response: ${one}Schema
})
export const update${One} = endpoint({
  method: 'PUT',
  path: '/${feature}/:id',
  access: 'user',
  params: idParams,
  body: ${one}Draft,
  response: ${one}Schema,
  summary: 'Changes a ${word}: who made it, or an admin'
})
export const delete${One} = endpoint({
  method: 'DELETE',
  path: '/${feature}/:id',
  access: 'user',
  params: idParams,
  response: z.object({ message: z.string() }),
  summary: 'Deletes a ${word}: who made it, or an admin'
})

export const ${one}Event = wireEvent(
  (companyId) => \`company-\${companyId}-${many}\`,
  z.discriminatedUnion('action', [
    z.object({ action: z.enum(['create', 'update']), ${one}: ${one}Schema }),
    z.object({ action: z.literal('delete'), ${one}Id: z.number() })
  ])
)
`
  }
}
