// What a desk in use has beside its conversations: tags, quick messages, columns, schedules, a campaign for tomorrow, a
// talk among colleagues, files, an AI prompt and a flow outside of the house.
import type { Bakery } from '../../server/sample/bakery.ts'
import { runScript } from '../run-tool.ts'

/** Calls the desk as its admin. Errors: an answer that is not right. */
export type CallAsAdmin = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>

const soon = (days: number, hour: string): string =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T${hour}`

/** Both answer nobody yet: no connection and no queue has them. */
async function seedAutoResponders(call: CallAsAdmin, { prompt, flow }: Pick<Bakery, 'prompt' | 'flow'>): Promise<void> {
  const [queue] = (await call('GET', '/queue')) as unknown as { id: number }[]
  const numbers = { maxTokens: 200, temperature: 0.4, inputPrice: 0.15, outputPrice: 0.6 }
  await call('POST', '/prompt', { ...prompt, ...numbers, queueId: queue?.id })
  await call('POST', '/queueIntegration', { ...flow, type: 'typebot' })
}

/** A list of files for campaigns; answers with its id. */
async function seedFiles(call: CallAsAdmin, { name, message, leaflets }: Bakery['files']): Promise<unknown> {
  const list = await call('POST', '/files', { name, message, options: [] })
  const form = new FormData()
  for (const [leaflet, text] of leaflets) form.append('files', new Blob([text], { type: 'text/plain' }), leaflet)
  await call('POST', `/files/uploadList/${String(list['id'])}`, form)
  return list['id']
}

type Extras = Pick<
  Bakery,
  | 'language'
  | 'tags'
  | 'quickMessages'
  | 'columns'
  | 'schedules'
  | 'campaign'
  | 'talk'
  | 'prompt'
  | 'flow'
  | 'files'
  | 'customers'
>

/** Fills a company around a past of four weeks; `data` is the server's data folder, `users` are the attendants. */
export async function seedExtras(
  call: CallAsAdmin,
  { data, users, ...bakery }: Extras & { data: string; users: number[] }
): Promise<void> {
  for (const tag of bakery.tags) await call('POST', '/tags', tag)
  for (const message of bakery.quickMessages) await call('POST', '/quick-messages', { ...message, geral: true })
  for (const title of bakery.columns) await call('POST', '/kanban/columns', { title })
  await seedAutoResponders(call, bakery)
  const past = await runScript('server/sample/main.ts', ['--data-dir', data, '--language', bakery.language])
  // A desk with a database of its own begins empty.
  if (past.code !== 0) return
  const contacts = (await call('GET', '/contacts/list')) as unknown as { id: number; number: string }[]
  for (const { customer, inDays, hour, ...schedule } of bakery.schedules) {
    const contactId = contacts.find(({ number }) => number === bakery.customers[customer]?.number)?.id
    await call('POST', '/schedules', { ...schedule, sendAt: soon(inDays, hour), contactId })
  }
  const { list: listName, ...campaign } = bakery.campaign
  const list = await call('POST', '/contact-lists', { name: listName })
  for (const { name, number } of bakery.customers.slice(0, 6)) {
    await call('POST', '/contact-list-items', { name, number, contactListId: list['id'] })
  }
  const [connection] = (await call('GET', '/whatsapp')) as unknown as { id: number }[]
  // Nothing of it goes out while somebody looks around today.
  await call('POST', '/campaigns', {
    ...campaign,
    scheduledAt: soon(1, '10:00'),
    contactListId: list['id'],
    whatsappId: connection?.id,
    fileListId: await seedFiles(call, bakery.files)
  })
  const chat = await call('POST', '/chats', { title: bakery.talk.title, users: users.map((id) => ({ id })) })
  for (const message of bakery.talk.lines) await call('POST', `/chats/${String(chat['id'])}/messages`, { message })
}
