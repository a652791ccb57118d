// What was said at the desk of the Brazilian bakery; two of its customers write from abroad.
import type { Dialogue } from './bakery.ts'

export const dialoguesPt: readonly Dialogue[] = [
  {
    language: 'pt',
    queue: 'Vendas',
    tag: 'Encomenda',
    lines: [
      'Bom dia! Vocês fazem bolo de aniversário para 30 pessoas?',
      '>Bom dia! Fazemos, sim 🎂 Para 30 pessoas sugerimos o de 3 kg. Para que dia seria?',
      'Sábado que vem, às 15h. Pode ser de nozes?',
      '>Pode! O de nozes com doce de leite sai por R$ 210,00. Quer que eu escreva algo nele?',
      '"Parabéns, Vó Lourdes" 😊',
      '>Anotado! Encomenda confirmada para sábado, às 15h. A senhora retira ou prefere entrega?',
      'Eu retiro. Muito obrigada!',
      '>Nós que agradecemos. Até sábado!'
    ]
  },
  {
    language: 'pt',
    queue: 'Vendas',
    tag: 'Entrega',
    lines: [
      'Oi, vocês entregam na Vila Mariana?',
      '>Olá! Entregamos, sim. A taxa é de R$ 7,00 e o prazo é de uns 40 minutos.',
      'Queria 10 pães franceses e 200 g de presunto',
      '>Total de R$ 31,50 com a entrega. Qual o endereço, por favor?',
      'Rua das Camélias, 120, ap 32',
      '>Perfeito, saiu para entrega agora mesmo! 🛵',
      'Chegou, obrigado!'
    ]
  },
  {
    language: 'pt',
    queue: 'Vendas',
    tag: 'Orçamento',
    lines: [
      'Boa tarde, preciso de um orçamento de coffee break para 40 pessoas na empresa',
      '>Boa tarde! Claro. Seria manhã ou tarde? Temos kits a partir de R$ 18,00 por pessoa.',
      'De manhã, dia 12. Com café, suco, mini sanduíches e frutas',
      '>Nesse formato fica R$ 24,00 por pessoa, R$ 960,00 no total, já com a entrega e a montagem.',
      'Vou passar para a diretoria e retorno',
      '>Combinado! O orçamento vale por 10 dias.'
    ]
  },
  {
    language: 'pt',
    queue: 'Vendas',
    tag: null,
    lines: [
      'Tem pão sem glúten hoje?',
      '>Oi! Hoje temos o de mandioca e o de castanhas, os dois saíram do forno às 9h 🥖',
      'Separa dois de castanhas para mim? Passo aí às 18h',
      '>Separados no seu nome. Até mais tarde!'
    ]
  },
  {
    language: 'pt',
    queue: 'Vendas',
    tag: 'Cliente fiel',
    lines: [
      'Oi! O de sempre para amanhã cedo 😄',
      '>Oi! Seis croissants e um pão italiano, às 8h?',
      'Isso mesmo!',
      '>Deixamos prontos. Bom descanso!'
    ]
  },
  {
    language: 'pt',
    queue: 'Vendas',
    tag: null,
    lines: ['Qual o horário de vocês no feriado?', '>Olá! No feriado abrimos das 7h às 13h.', 'Obrigada!']
  },
  {
    language: 'pt',
    queue: 'Suporte',
    tag: 'Reclamação',
    lines: [
      'Boa noite. Meu pedido veio sem os brigadeiros',
      '>Boa noite! Peço desculpas pelo transtorno. Pode me dizer o número do pedido?',
      'É o 4821',
      '>Confirmei aqui: os brigadeiros ficaram na loja. Levamos agora ou prefere o valor de volta?',
      'Podem trazer, por favor',
      '>Saiu agora, com um pedaço de torta por nossa conta. Desculpe mais uma vez!',
      'Chegou tudo certo, gostei da atenção 👍'
    ]
  },
  {
    language: 'pt',
    queue: 'Suporte',
    tag: 'Entrega',
    lines: [
      'Meu pedido está atrasado, era para ter chegado às 12h',
      '>Olá! Vou verificar com o entregador agora mesmo.',
      '>O trânsito está pesado na região, ele chega em uns 10 minutos.',
      'Ok, aguardo',
      'Chegou!',
      '>Que bom! Desculpe a demora.'
    ]
  },
  {
    language: 'pt',
    queue: 'Suporte',
    tag: null,
    lines: [
      'Esqueci um guarda-chuva azul aí hoje de manhã',
      '>Oi! Achamos, sim, está guardado no caixa ☂️',
      'Que alívio! Passo amanhã'
    ]
  },
  {
    language: 'pt',
    queue: 'Suporte',
    tag: null,
    lines: [
      'O bolo de cenoura leva leite? Minha filha tem alergia',
      '>O de cenoura não leva leite, mas a cobertura de chocolate leva. Podemos fazer com cobertura sem leite.',
      'Então quero um assim para domingo',
      '>Anotado, com cobertura sem leite, e preparado em bancada separada.',
      'Muito obrigado pelo cuidado!'
    ]
  },
  {
    language: 'pt',
    queue: 'Financeiro',
    tag: null,
    lines: [
      'Bom dia, preciso da nota fiscal da compra de ontem, R$ 186,40',
      '>Bom dia! Pode me passar o CNPJ, por favor?',
      '12.345.678/0001-95',
      '>Nota emitida e enviada por e-mail. Qualquer coisa, é só chamar.',
      'Recebida, obrigado'
    ]
  },
  {
    language: 'pt',
    queue: 'Financeiro',
    tag: 'Cliente fiel',
    lines: [
      'Podemos fechar o mês dos lanches da escola por boleto?',
      '>Podemos, sim. Fecho no dia 30, com vencimento no dia 10.',
      'Perfeito'
    ]
  },
  {
    language: 'en',
    queue: 'Vendas',
    tag: null,
    lines: [
      'Hi! Do you have vegan options?',
      '>Hi! Yes: sourdough, focaccia and our banana bread are vegan.',
      'Great, can I pick up a banana bread at 5 pm?',
      '>Of course, it will be waiting for you!'
    ]
  },
  {
    language: 'es',
    queue: 'Vendas',
    tag: 'Encomenda',
    lines: [
      '¡Hola! ¿Hacen medialunas por encargo?',
      '>¡Hola! Sí, por docena: R$ 42,00. ¿Para qué día las quiere?',
      'Dos docenas para el viernes a la mañana',
      '>Listo, dos docenas para el viernes a las 9. ¡Gracias!',
      '¡Gracias a ustedes!'
    ]
  }
]
