// What was said at the desk of the bakery of Buenos Aires; one of its customers writes in Portuguese.
import type { Dialogue } from './bakery.ts'

export const dialoguesEs: readonly Dialogue[] = [
  {
    language: 'es',
    queue: 'Ventas',
    tag: 'Encargo',
    lines: [
      '¡Buen día! ¿Hacen tortas de cumpleaños para 30 personas?',
      '>¡Buen día! Sí 🎂 Para 30 personas sugerimos la de 3 kilos. ¿Para qué día sería?',
      'El sábado que viene, a las 15. ¿Puede ser de nuez?',
      '>¡Claro! La de nuez con dulce de leche sale $ 48.000. ¿Quiere que le escribamos algo?',
      '"Feliz cumple, abuela Rosa" 😊',
      '>¡Anotado! Encargo confirmado para el sábado a las 15. ¿Pasa a buscarla o se la enviamos?',
      'Paso yo. ¡Muchas gracias!',
      '>¡Gracias a usted! Hasta el sábado.'
    ]
  },
  {
    language: 'es',
    queue: 'Ventas',
    tag: 'Envío',
    lines: [
      'Hola, ¿hacen envíos a Palermo?',
      '>¡Hola! Sí. El envío cuesta $ 2.500 y tarda unos 40 minutos.',
      'Quisiera una docena de facturas y dos panes de campo',
      '>Son $ 14.800 con el envío. ¿Me pasa la dirección, por favor?',
      'Gorriti 4821, 3.º B',
      '>¡Perfecto, ya salió! 🛵',
      '¡Llegó, gracias!'
    ]
  },
  {
    language: 'es',
    queue: 'Ventas',
    tag: 'Presupuesto',
    lines: [
      'Buenas tardes, necesito un presupuesto de desayuno para 40 personas en la oficina',
      '>¡Buenas tardes! Tenemos opciones desde $ 6.500 por persona. ¿Con café también?',
      'Sí, para el día 12. Café, jugo, sándwiches chicos y fruta',
      '>Así quedaría en $ 8.900 por persona, $ 356.000 en total, con envío y armado.',
      'Lo paso a gerencia y le aviso',
      '>¡Perfecto! El presupuesto vale por 10 días.'
    ]
  },
  {
    language: 'es',
    queue: 'Ventas',
    tag: null,
    lines: [
      '¿Tienen pan sin gluten hoy?',
      '>¡Hola! Hoy tenemos el de mandioca y el de almendras, recién salidos del horno 🥖',
      '¿Me guarda dos de almendras? Paso a las 18',
      '>Guardados a su nombre. ¡Hasta luego!'
    ]
  },
  {
    language: 'es',
    queue: 'Ventas',
    tag: 'Cliente fiel',
    lines: [
      '¡Hola! Lo de siempre para mañana temprano 😄',
      '>¡Hola! ¿Seis medialunas y un pan de campo, a las 8?',
      '¡Eso mismo!',
      '>Los dejamos listos. ¡Buenas noches!'
    ]
  },
  {
    language: 'es',
    queue: 'Ventas',
    tag: null,
    lines: ['¿Qué horario tienen el feriado?', '>¡Hola! El feriado abrimos de 7 a 13.', '¡Gracias!']
  },
  {
    language: 'es',
    queue: 'Soporte',
    tag: 'Reclamo',
    lines: [
      'Buenas noches. Mi pedido llegó sin los alfajores',
      '>¡Buenas noches! Disculpe la molestia. ¿Me dice el número de pedido?',
      'Es el 4821',
      '>Ya lo vi: los alfajores quedaron en el local. ¿Se los llevamos ahora o prefiere la devolución?',
      'Tráiganlos, por favor',
      '>Salieron recién, con una porción de torta de regalo. ¡Disculpe otra vez!',
      'Llegó todo bien, gracias por la atención 👍'
    ]
  },
  {
    language: 'es',
    queue: 'Soporte',
    tag: 'Envío',
    lines: [
      'Mi pedido está demorado, tenía que llegar a las 12',
      '>¡Hola! Ya mismo consulto con el repartidor.',
      '>Hay mucho tránsito en la zona, llega en unos 10 minutos.',
      'Bueno, espero',
      '¡Llegó!',
      '>¡Qué bien! Disculpe la demora.'
    ]
  },
  {
    language: 'es',
    queue: 'Soporte',
    tag: null,
    lines: [
      'Hoy a la mañana me olvidé un paraguas azul ahí',
      '>¡Hola! Sí, lo encontramos, está guardado en la caja ☂️',
      '¡Qué alivio! Paso mañana'
    ]
  },
  {
    language: 'es',
    queue: 'Administración',
    tag: null,
    lines: [
      'Buen día, necesito la factura de la compra de ayer, $ 18.640',
      '>¡Buen día! ¿Me pasa el CUIT, por favor?',
      '30-12345678-9',
      '>Factura enviada por correo. Cualquier cosa, estamos por acá.',
      'Recibida, gracias'
    ]
  },
  {
    language: 'es',
    queue: 'Administración',
    tag: 'Cliente fiel',
    lines: [
      '¿Podemos pagar las meriendas de la escuela una vez por mes?',
      '>Sí, claro. Cerramos el día 30, con vencimiento el 10.',
      'Perfecto'
    ]
  },
  {
    language: 'pt',
    queue: 'Ventas',
    tag: null,
    lines: [
      'Olá! Vocês têm medialunas sem açúcar?',
      '>Olá! Temos as salgadas, de manteiga. Quer que eu separe?',
      'Quero seis, passo às 17h',
      '>Separadas no seu nome. Até logo!'
    ]
  }
]
