// What a desk in use has beside its conversations: tags, quick messages, lanes, schedules, a campaign for tomorrow, a
// talk among colleagues, files, an AI prompt and a flow outside of the house.
import { pastCustomers } from '../server/sample/past-customers.ts'
import { runScript } from './run-tool.ts'

/** Calls the desk as its admin. Errors: an answer that is not right. */
export type CallAsAdmin = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>

const tags = [
  { name: 'Encomenda', color: '#7048e8' },
  { name: 'Entrega', color: '#1c7ed6' },
  { name: 'Orçamento', color: '#0ca678' },
  { name: 'Reclamação', color: '#e03131' },
  { name: 'Cliente fiel', color: '#e8590c' }
]

const quickMessages = [
  { shortcode: 'bomdia', message: '{{ms}} {{firstName}}, tudo bem? Como posso ajudar?' },
  { shortcode: 'entrega', message: 'A taxa de entrega é de R$ 7,00 e o prazo é de uns 40 minutos.' },
  { shortcode: 'horario', message: 'Abrimos de segunda a sábado, das 7h às 20h, e aos domingos, das 7h às 13h.' },
  { shortcode: 'pix', message: 'Nossa chave Pix é o CNPJ 12.345.678/0001-95. Pode mandar o comprovante por aqui.' },
  { shortcode: 'obrigado', message: 'Nós que agradecemos, {{firstName}}! Até a próxima 🥐' }
]

const lanes = ['Novos pedidos', 'Em preparo', 'Pronto para entrega']

const soon = (days: number, hour: string): string =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T${hour}`

const schedules = [
  {
    number: pastCustomers[0]?.number,
    body: 'Oi, {{firstName}}! Seu bolo fica pronto hoje às 15h. Até já!',
    sendAt: soon(2, '10:00'),
    repeat: 'none'
  },
  {
    number: pastCustomers[8]?.number,
    body: 'Bom dia, {{firstName}}! Fica o de sempre para hoje?',
    sendAt: soon(1, '07:30'),
    repeat: 'weekly'
  },
  {
    number: pastCustomers[11]?.number,
    body: 'Olá, {{firstName}}! O fechamento do mês já está disponível.',
    sendAt: soon(5, '09:00'),
    repeat: 'monthly'
  }
]

/** Nothing of it goes out while somebody looks around today. */
const campaign = {
  name: 'Cestas de fim de ano',
  message1:
    'Olá, {nome}! Nossas cestas de fim de ano já podem ser encomendadas: café da manhã, chá da tarde e ceia. Quer ver as opções?',
  message2: 'Oi, {nome}! Abrimos as encomendas das cestas de fim de ano. Posso mandar os modelos e os preços?',
  scheduledAt: soon(1, '10:00')
}

const colleagues = ['Chegou a farinha nova, a fornada das 16h já sai com ela.', 'Sábado temos 12 bolos encomendados.']

/** Both answer nobody yet: no connection and no queue has them. */
const seedAnswerers = async (call: CallAsAdmin): Promise<void> => {
  const [queue] = (await call('GET', '/queue')) as unknown as { id: number }[]
  await call('POST', '/prompt', {
    name: 'Assistente da padaria',
    queueId: queue?.id,
    prompt:
      'Você atende os clientes de uma padaria de bairro. Responda em português, com no máximo três frases e com ' +
      'simpatia. Abrimos de segunda a sábado, das 7h às 20h, e aos domingos, das 7h às 13h. A taxa de entrega é de ' +
      'R$ 7,00. Não invente preços nem prazos: o que você não souber fica para a equipe.',
    maxTokens: 200,
    temperature: 0.4,
    inputPrice: 0.15,
    outputPrice: 0.6
  })
  await call('POST', '/queueIntegration', {
    type: 'typebot',
    name: 'Cardápio de festas',
    urlN8N: 'https://bot.padaria-central.example',
    typebotSlug: 'cardapio-de-festas',
    typebotKeywordFinish: 'sair',
    typebotKeywordRestart: 'recomeçar',
    typebotRestartMessage: 'Vamos começar de novo!',
    typebotUnknownMessage: 'Não entendi. Escolha uma das opções, por favor.'
  })
}

const leaflets = [
  ['tabela-de-precos.txt', 'Cesta café da manhã: R$ 89,00\nCesta chá da tarde: R$ 119,00\nCesta ceia: R$ 249,00\n'],
  ['como-encomendar.txt', 'Encomende até três dias antes, pelo WhatsApp ou na loja. O sinal é de 30%.\n']
] as const

/** A list of files for campaigns; answers with its id. */
const seedFiles = async (call: CallAsAdmin): Promise<unknown> => {
  const list = await call('POST', '/files', {
    name: 'Catálogo de fim de ano',
    message: 'Seguem os preços das cestas e como encomendar.',
    options: []
  })
  const form = new FormData()
  for (const [name, text] of leaflets) form.append('files', new Blob([text], { type: 'text/plain' }), name)
  await call('POST', `/files/uploadList/${String(list['id'])}`, form)
  return list['id']
}

/** Fills the company of `email` around a past of four weeks; `data` is the server's data folder. */
export const seedExtras = async (
  call: CallAsAdmin,
  { data, email, users }: { data: string; email: string; users: number[] }
): Promise<void> => {
  for (const tag of tags) await call('POST', '/tags', tag)
  for (const message of quickMessages) await call('POST', '/quick-messages', { ...message, geral: true })
  for (const title of lanes) await call('POST', '/kanban/columns', { title })
  await seedAnswerers(call)
  const past = await runScript('server/sample/main.ts', ['--data-dir', data, '--email', email])
  // A desk with a database of its own begins empty.
  if (past.code !== 0) return
  const contacts = (await call('GET', '/contacts/list')) as unknown as { id: number; number: string }[]
  for (const { number, ...schedule } of schedules) {
    const contactId = contacts.find((contact) => contact.number === number)?.id
    await call('POST', '/schedules', { ...schedule, contactId })
  }
  const list = await call('POST', '/contact-lists', { name: 'Clientes de festas' })
  for (const { name, number } of pastCustomers.slice(0, 6)) {
    await call('POST', '/contact-list-items', { name, number, contactListId: list['id'] })
  }
  const [connection] = (await call('GET', '/whatsapp')) as unknown as { id: number }[]
  const places = { contactListId: list['id'], whatsappId: connection?.id, fileListId: await seedFiles(call) }
  await call('POST', '/campaigns', { ...campaign, ...places })
  const chat = await call('POST', '/chats', { title: 'Equipe da loja', users: users.map((id) => ({ id })) })
  for (const message of colleagues) await call('POST', `/chats/${String(chat['id'])}/messages`, { message })
}
