// Padaria Aurora, of São Paulo: where the demonstration begins.
import type { Bakery } from './bakery.ts'
import { dialoguesPt } from './dialogues-pt.ts'

export const bakeryPt: Bakery = {
  language: 'pt',
  company: { name: 'Padaria Aurora', phone: '11987654321' },
  timeZone: { name: 'America/Sao_Paulo', offset: -3 },
  phone: { number: '5511912340000', name: 'Padaria Aurora' },
  phonePast: [
    {
      stranger: 0,
      days: 4,
      lines: [
        'Oi! Vocês fazem bolo de aniversário?',
        '>Oi, Mariana! Fazemos sim, com dois dias de antecedência 🎂',
        'Que bom. Quero um de brigadeiro para sábado, 2 kg',
        '>Anotado: brigadeiro, 2 kg, sábado às 10h. Pode buscar aqui na loja',
        'Perfeito, obrigada!'
      ]
    },
    {
      stranger: 1,
      days: 20,
      lines: ['Bom dia, abrem no feriado?', '>Bom dia! Abrimos das 7h às 12h', 'Valeu 👍']
    },
    {
      stranger: 3,
      days: 62,
      lines: [
        'Boa tarde, enviam broas para Lisboa?',
        '>Boa tarde, Tiago! Ainda não, mas estamos estudando',
        'Fico à espera!'
      ]
    }
  ],
  people: {
    admin: { name: 'Ana Ribeiro', email: 'ana@aurora.demo', password: 'aurora' },
    seller: { name: 'Bruno Castro', email: 'bruno@aurora.demo', password: 'aurora', queue: 'Vendas' },
    helper: { name: 'Carla Nunes', email: 'carla@aurora.demo', password: 'aurora', queue: 'Suporte' },
    reader: { name: 'Celular simulado', email: 'celular@aurora.demo', password: 'aurora' }
  },
  role: 'Líder de atendimento',
  queues: [
    {
      name: 'Vendas',
      color: '#2f9e44',
      orderQueue: 1,
      greetingMessage: 'Olá! Você está falando com o setor de vendas da Padaria Aurora.'
    },
    { name: 'Suporte', color: '#1971c2', orderQueue: 2, greetingMessage: 'Olá! Conte para a gente o que aconteceu.' },
    { name: 'Financeiro', color: '#f08c00', orderQueue: 3, greetingMessage: '' }
  ],
  connection: {
    name: 'Loja',
    greetingMessage: 'Olá! Bem-vindo à Padaria Aurora. Em que podemos ajudar?',
    complationMessage: 'Obrigado pelo contato! Até logo.'
  },
  payer: {
    firstName: 'Ana Ribeiro',
    address1: 'Rua das Flores, 120',
    city: 'São Paulo',
    state: 'SP',
    zipcode: '01310-100',
    country: 'BR'
  },
  invoice: 'Treinamento da equipe',
  tags: [
    { name: 'Encomenda', color: '#7048e8' },
    { name: 'Entrega', color: '#1c7ed6' },
    { name: 'Orçamento', color: '#0ca678' },
    { name: 'Reclamação', color: '#e03131' },
    { name: 'Cliente fiel', color: '#e8590c' }
  ],
  quickMessages: [
    { shortcode: 'bomdia', message: '{{ms}}, {{firstName}}! Tudo bem? Como posso ajudar?' },
    { shortcode: 'entrega', message: 'A taxa de entrega é de R$ 7,00 e o prazo é de uns 40 minutos.' },
    { shortcode: 'horario', message: 'Abrimos de segunda a sábado, das 7h às 20h, e aos domingos, das 7h às 13h.' },
    { shortcode: 'pix', message: 'Nossa chave Pix é o CNPJ 12.345.678/0001-95. Pode mandar o comprovante por aqui.' },
    { shortcode: 'obrigado', message: 'Nós que agradecemos, {{firstName}}! Até a próxima 🥐' }
  ],
  columns: ['Novos pedidos', 'Em preparo', 'Pronto para entrega'],
  schedules: [
    {
      customer: 0,
      body: 'Oi, {{firstName}}! Seu bolo fica pronto hoje às 15h. Até já!',
      inDays: 2,
      hour: '10:00',
      repeat: 'none'
    },
    {
      customer: 8,
      body: 'Bom dia, {{firstName}}! Fica o de sempre para hoje?',
      inDays: 1,
      hour: '07:30',
      repeat: 'weekly'
    },
    {
      customer: 11,
      body: 'Olá, {{firstName}}! O fechamento do mês já está disponível.',
      inDays: 5,
      hour: '09:00',
      repeat: 'monthly'
    }
  ],
  campaign: {
    name: 'Cestas de fim de ano',
    message1:
      'Olá, {nome}! Nossas cestas de fim de ano já podem ser encomendadas: café da manhã, chá da tarde e ceia. Quer ver as opções?',
    message2: 'Oi, {nome}! Abrimos as encomendas das cestas de fim de ano. Posso mandar os modelos e os preços?',
    list: 'Clientes de festas'
  },
  noteToAdmin: 'posso dar 10% de desconto nesta encomenda?',
  talk: {
    title: 'Equipe da loja',
    lines: ['Chegou a farinha nova, a fornada das 16h já sai com ela.', 'Sábado temos 12 bolos encomendados.']
  },
  prompt: {
    name: 'Assistente da padaria',
    prompt:
      'Você atende os clientes de uma padaria de bairro. Responda em português, com no máximo três frases e com ' +
      'simpatia. Abrimos de segunda a sábado, das 7h às 20h, e aos domingos, das 7h às 13h. A taxa de entrega é de ' +
      'R$ 7,00. Não invente preços nem prazos: o que você não souber fica para a equipe.'
  },
  flow: {
    name: 'Cardápio de festas',
    urlN8N: 'https://bot.padaria-central.example',
    typebotSlug: 'cardapio-de-festas',
    typebotKeywordFinish: 'sair',
    typebotKeywordRestart: 'recomeçar',
    typebotRestartMessage: 'Vamos começar de novo!',
    typebotUnknownMessage: 'Não entendi. Escolha uma das opções, por favor.'
  },
  files: {
    name: 'Catálogo de fim de ano',
    message: 'Seguem os preços das cestas e como encomendar.',
    leaflets: [
      ['tabela-de-precos.txt', 'Cesta café da manhã: R$ 89,00\nCesta chá da tarde: R$ 119,00\nCesta ceia: R$ 249,00\n'],
      ['como-encomendar.txt', 'Encomende até três dias antes, pelo WhatsApp ou na loja. O sinal é de 30%.\n']
    ]
  },
  customers: [
    { number: '5511981110011', name: 'Adriana Peixoto', language: 'pt' },
    { number: '5511981110012', name: 'Caio Menezes', language: 'pt' },
    { number: '5511981110013', name: 'Débora Nogueira', language: 'pt' },
    { number: '5521981110014', name: 'Eduardo Brandão', language: 'pt' },
    { number: '5519981110015', name: 'Fernanda Lacerda', language: 'pt' },
    { number: '5511981110016', name: 'Gustavo Teles', language: 'pt' },
    { number: '5511981110017', name: 'Helena Falcão', language: 'pt' },
    { number: '5541981110018', name: 'Igor Sampaio', language: 'pt' },
    { number: '5511981110019', name: 'Juliana Prates', language: 'pt' },
    { number: '5571981110020', name: 'Marcos Antunes', language: 'pt' },
    { number: '5511981110021', name: 'Natália Rios', language: 'pt' },
    { number: '5511981110022', name: 'Paulo Quintela', language: 'pt' },
    { number: '14155550188', name: 'Olivia Brown', language: 'en' },
    { number: '5491155550199', name: 'Camila Rojas', language: 'es' }
  ],
  strangers: [
    { number: '5511987650001', name: 'Mariana Alves', addressing: 'lid' },
    { number: '5521987650002', name: 'João Pedro Santos', addressing: 'lid' },
    { number: '5531987650003', name: 'Beatriz Moura', addressing: 'pn' },
    { number: '351912345678', name: 'Tiago Ferreira', addressing: 'lid' },
    { number: '5491123456789', name: 'Lucía Fernández', addressing: 'lid' },
    { number: '14155550123', name: 'Emily Carter', addressing: 'pn' }
  ],
  dialogues: dialoguesPt,
  pastCampaign: {
    name: 'Panetones da casa',
    list: 'Clientes da padaria',
    firstNames: [
      ...['Alice', 'Bento', 'Cecília', 'Diego', 'Elisa', 'Fábio', 'Gabriela', 'Heitor', 'Isabel', 'Jorge', 'Karina'],
      ...['Lucas', 'Mariana']
    ],
    lastNames: ['Amaral', 'Barros'],
    firstNumber: 5_511_981_220_010,
    messages: [
      'Olá, {nome}! Os panetones da casa chegaram: de frutas, de chocolate e de doce de leite. Encomendando até sexta, 10% de desconto 🎄',
      'Oi, {nome}! Já estamos assando os panetones. Reserve o seu até sexta e ganhe 10% de desconto 🎄'
    ],
    questions: [
      'Olá, {nome}! Aqui é da padaria. Podemos contar por aqui as novidades de fim de ano? Responda SIM ou NÃO.',
      'Oi, {nome}, tudo bem? Podemos mandar as ofertas de fim de ano? Responda SIM ou NÃO.'
    ],
    optOutWord: 'Sair'
  }
}
