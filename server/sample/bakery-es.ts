// Panadería Aurora, of Buenos Aires: the desk of the demonstration in Spanish.
import type { Bakery } from './bakery.ts'
import { dialoguesEs } from './dialogues-es.ts'

export const bakeryEs: Bakery = {
  language: 'es',
  company: { name: 'Panadería Aurora', phone: '5491155550100' },
  timeZone: { name: 'America/Argentina/Buenos_Aires', offset: -3 },
  phone: { number: '5491155550100', name: 'Panadería Aurora' },
  phonePast: [],
  people: {
    admin: { name: 'Alicia Romero', email: 'alicia@panaderia.demo', password: 'aurora' },
    seller: { name: 'Bautista Sosa', email: 'bautista@panaderia.demo', password: 'aurora', queue: 'Ventas' },
    helper: { name: 'Carolina Ibarra', email: 'carolina@panaderia.demo', password: 'aurora', queue: 'Soporte' },
    reader: { name: 'Celular simulado', email: 'celular@panaderia.demo', password: 'aurora' }
  },
  role: 'Líder de atención',
  queues: [
    {
      name: 'Ventas',
      color: '#2f9e44',
      orderQueue: 1,
      greetingMessage: '¡Hola! Está hablando con el equipo de ventas de Panadería Aurora.'
    },
    { name: 'Soporte', color: '#1971c2', orderQueue: 2, greetingMessage: '¡Hola! Cuéntenos qué pasó.' },
    { name: 'Administración', color: '#f08c00', orderQueue: 3, greetingMessage: '' }
  ],
  connection: {
    name: 'Local',
    greetingMessage: '¡Hola! Le damos la bienvenida a Panadería Aurora. ¿En qué podemos ayudar?',
    complationMessage: '¡Gracias por escribirnos! Hasta pronto.'
  },
  payer: null,
  invoice: 'Capacitación del equipo',
  tags: [
    { name: 'Encargo', color: '#7048e8' },
    { name: 'Envío', color: '#1c7ed6' },
    { name: 'Presupuesto', color: '#0ca678' },
    { name: 'Reclamo', color: '#e03131' },
    { name: 'Cliente fiel', color: '#e8590c' }
  ],
  quickMessages: [
    { shortcode: 'hola', message: '{{ms}}, {{firstName}}. ¿Cómo está? ¿En qué puedo ayudar?' },
    { shortcode: 'envio', message: 'El envío cuesta $ 2.500 y tarda unos 40 minutos.' },
    { shortcode: 'horario', message: 'Abrimos de lunes a sábado de 7 a 20, y los domingos de 7 a 13.' },
    {
      shortcode: 'pago',
      message: 'Puede pagar por transferencia al alias PANADERIA.AURORA y mandar el comprobante por acá.'
    },
    { shortcode: 'gracias', message: '¡Gracias a usted, {{firstName}}! Hasta la próxima 🥐' }
  ],
  columns: ['Pedidos nuevos', 'En preparación', 'Listo para entregar'],
  schedules: [
    {
      customer: 0,
      body: '¡Hola, {{firstName}}! Su torta está lista hoy a las 15. ¡Hasta luego!',
      inDays: 2,
      hour: '10:00',
      repeat: 'none'
    },
    {
      customer: 4,
      body: '¡Buen día, {{firstName}}! ¿Lo de siempre para hoy?',
      inDays: 1,
      hour: '07:30',
      repeat: 'weekly'
    },
    {
      customer: 7,
      body: '¡Hola, {{firstName}}! Ya está el resumen del mes.',
      inDays: 5,
      hour: '09:00',
      repeat: 'monthly'
    }
  ],
  campaign: {
    name: 'Canastas de fin de año',
    message1:
      '¡Hola, {nome}! Ya se pueden encargar nuestras canastas de fin de año: desayuno, merienda y cena. ¿Quiere ver las opciones?',
    message2: '¡Hola, {nome}! Abrimos los encargos de las canastas de fin de año. ¿Le mando fotos y precios?',
    list: 'Clientes de fiestas'
  },
  noteToAdmin: '¿le puedo dar un 10 % de descuento en este pedido?',
  talk: {
    title: 'Equipo del local',
    lines: ['Llegó la harina nueva, la horneada de las 16 ya sale con ella.', 'El sábado tenemos 12 tortas encargadas.']
  },
  prompt: {
    name: 'Asistente de la panadería',
    prompt:
      'Atiende a los clientes de una panadería de barrio. Responda en español, con tres frases como máximo y con ' +
      'simpatía. Abrimos de lunes a sábado de 7 a 20, y los domingos de 7 a 13. El envío cuesta $ 2.500. No invente ' +
      'precios ni plazos: lo que no sepa queda para el equipo.'
  },
  flow: {
    name: 'Menú de fiestas',
    urlN8N: 'https://bot.panaderia-aurora.example',
    typebotSlug: 'menu-de-fiestas',
    typebotKeywordFinish: 'salir',
    typebotKeywordRestart: 'empezar',
    typebotRestartMessage: '¡Empecemos de nuevo!',
    typebotUnknownMessage: 'No entendí. Elija una de las opciones, por favor.'
  },
  files: {
    name: 'Catálogo de fin de año',
    message: 'Le mandamos los precios de las canastas y cómo encargarlas.',
    leaflets: [
      ['lista-de-precios.txt', 'Canasta desayuno: $ 28.000\nCanasta merienda: $ 36.000\nCanasta cena: $ 74.000\n'],
      [
        'como-encargar.txt',
        'Encargue con tres días de anticipación, por WhatsApp o en el local. La seña es del 30 %.\n'
      ]
    ]
  },
  customers: [
    { number: '5491155550111', name: 'Agustina Peralta', language: 'es' },
    { number: '5491155550112', name: 'Diego Molina', language: 'es' },
    { number: '5491155550113', name: 'Elena Vázquez', language: 'es' },
    { number: '5491155550114', name: 'Federico Luna', language: 'es' },
    { number: '5491155550115', name: 'Gabriela Ríos', language: 'es' },
    { number: '5491155550116', name: 'Hernán Acosta', language: 'es' },
    { number: '5491155550117', name: 'Julieta Campos', language: 'es' },
    { number: '5491155550118', name: 'Martín Quiroga', language: 'es' },
    { number: '5491155550119', name: 'Rocío Medina', language: 'es' },
    { number: '5491155550120', name: 'Tomás Herrera', language: 'es' },
    { number: '5511981110023', name: 'Rafael Dias', language: 'pt' }
  ],
  strangers: [
    { number: '5491155550181', name: 'Nicolás Ferrari', addressing: 'lid' },
    { number: '5491155550182', name: 'Valentina Suárez', addressing: 'pn' }
  ],
  dialogues: dialoguesEs,
  pastCampaign: {
    name: 'Pan dulce de la casa',
    list: 'Clientes de la panadería',
    firstNames: [
      ...['Ana', 'Bruno', 'Carmen', 'Darío', 'Emilia', 'Fabián', 'Graciela', 'Horacio', 'Inés', 'Joaquín', 'Karen'],
      ...['Leandro', 'Marta']
    ],
    lastNames: ['Álvarez', 'Benítez'],
    firstNumber: 5_491_155_550_140,
    messages: [
      '¡Hola, {nome}! Llegó el pan dulce de la casa: de frutas, de chocolate y de dulce de leche. Encargando hasta el viernes, 10 % de descuento 🎄',
      '¡Hola, {nome}! Ya estamos horneando el pan dulce. Encargue el suyo hasta el viernes con 10 % de descuento 🎄'
    ],
    questions: [
      '¡Hola, {nome}! Somos la panadería. ¿Podemos contarle por acá las novedades de fin de año? Responda SÍ o NO.',
      '¡Hola, {nome}! ¿Podemos mandarle las ofertas de fin de año? Responda SÍ o NO.'
    ],
    optOutWord: 'Baja'
  }
}
