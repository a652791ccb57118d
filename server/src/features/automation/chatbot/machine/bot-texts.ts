// What the bot says by itself, in the language of the company's customers; companies write the rest.
import type { Language } from '@guiche/shared/kernel/languages.ts'

const ptRatings = ['Insatisfeito', 'Satisfeito', 'Muito satisfeito']
const enRatings = ['Dissatisfied', 'Satisfied', 'Very satisfied']
const esRatings = ['Insatisfecho', 'Satisfecho', 'Muy satisfecho']

const scale = (line: string, names: string[]): string =>
  [line, ...names.map((name, index) => `*${index + 1}* - ${name}`)].join('\n')

const pt = {
  back: 'Voltar',
  restart: 'Menu inicial',
  invalid: 'Não entendi. Responda com o número de uma das opções.',
  handOver: 'Vou chamar alguém da nossa equipe. Aguarde um instante, por favor.',
  waiting: 'Certo! Em instantes alguém da nossa equipe vai atender você.',
  howToHelp: 'Como podemos ajudar?',
  ratingRequest: 'Como foi o nosso atendimento?',
  ratingScale: scale('Responda com um número de 1 a 3:', ptRatings),
  ratingNames: ptRatings,
  thanks: 'Obrigado pela sua avaliação!',
  callRefused: 'Não atendemos chamadas de voz ou de vídeo neste número. Por favor, escreva uma mensagem. Obrigado!',
  accepted: '{{ms}} *{{name}}*, meu nome é *{{user}}* e agora vou prosseguir com seu atendimento!',
  toQueue: 'Você foi transferido para o setor *{{queue}}*. Aguarde, já vamos atender você!',
  toUser: 'Você foi transferido para *{{user}}*. Aguarde, já vamos atender você!',
  toBoth:
    'Você foi transferido para o setor *{{queue}}* e será atendido por *{{user}}*. Aguarde, já vamos atender você!'
}

export type BotTexts = typeof pt

const en: BotTexts = {
  back: 'Back',
  restart: 'Main menu',
  invalid: 'I did not get that. Please answer with the number of one of the options.',
  handOver: 'I am calling somebody from our team. One moment, please.',
  waiting: 'All right! Somebody from our team will be with you in a moment.',
  howToHelp: 'How can we help you?',
  ratingRequest: 'How was our service?',
  ratingScale: scale('Please answer with a number from 1 to 3:', enRatings),
  ratingNames: enRatings,
  thanks: 'Thank you for your rating!',
  callRefused: 'We do not take voice or video calls on this number. Please write a message. Thank you!',
  accepted: '{{ms}} *{{name}}*, my name is *{{user}}* and I will be helping you from here!',
  toQueue: 'You have been transferred to *{{queue}}*. Please wait, we will be with you shortly!',
  toUser: 'You have been transferred to *{{user}}*. Please wait, we will be with you shortly!',
  toBoth: 'You have been transferred to *{{queue}}*, where *{{user}}* will help you. Please wait a moment!'
}

const es: BotTexts = {
  back: 'Volver',
  restart: 'Menú principal',
  invalid: 'No le entendí. Responda con el número de una de las opciones.',
  handOver: 'Voy a llamar a alguien de nuestro equipo. Un momento, por favor.',
  waiting: '¡De acuerdo! En breve alguien de nuestro equipo le atenderá.',
  howToHelp: '¿En qué podemos ayudarle?',
  ratingRequest: '¿Cómo fue nuestra atención?',
  ratingScale: scale('Responda con un número del 1 al 3:', esRatings),
  ratingNames: esRatings,
  thanks: '¡Gracias por su calificación!',
  callRefused: 'No atendemos llamadas de voz ni de video en este número. Por favor, escriba un mensaje. ¡Gracias!',
  accepted: '{{ms}} *{{name}}*, mi nombre es *{{user}}* y a partir de ahora continuaré con su atención.',
  toQueue: 'Ha sido transferido al sector *{{queue}}*. Espere, ¡enseguida le atendemos!',
  toUser: 'Ha sido transferido a *{{user}}*. Espere, ¡enseguida le atendemos!',
  toBoth: 'Ha sido transferido al sector *{{queue}}* y le atenderá *{{user}}*. Espere, ¡enseguida le atendemos!'
}

const texts: Record<Language, BotTexts> = { pt, en, es }

/** The bot's own texts in a language. */
export const textsIn = (language: Language): BotTexts => texts[language]
