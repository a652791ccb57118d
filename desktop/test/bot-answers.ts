// What the server answers in a trial of the chatbot of a test.
import type { BotState } from '@guiche/shared/features/automation/chatbot.ts'

export const freshBot: BotState = {
  phase: 'options',
  queueId: 1,
  optionId: null,
  menus: 0,
  menuAt: null,
  askedAt: 1,
  invalid: 0,
  said: [],
  heard: { text: '', times: 0 },
  closedUntil: null,
  ratingUntil: null
}
export const botAnswer = {
  state: freshBot,
  reply: null,
  fileList: null,
  rating: null,
  isReopened: false,
  queue: { id: 1, name: 'Vendas' }
}
