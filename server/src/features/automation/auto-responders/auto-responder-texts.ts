// What attendants read on a ticket that an AI prompt or an integration gave them, in the language of the company.
import type { Language } from '@guiche/shared/kernel/languages.ts'
import type { Ending } from './reply.ts'

type Why = Extract<Ending, { kind: 'people' }>['why']

const texts: Record<Language, Record<Why | 'failed', string>> = {
  pt: {
    failed: '{{name}} não respondeu ({{why}}) e o atendimento foi passado à equipe.',
    unsure: '{{name}} não soube responder e passou o atendimento à equipe.',
    asked: '{{name}} passou o atendimento à equipe.',
    quota: 'o plano não tem mais mensagens neste mês',
    missing: 'não existe mais',
    setup: 'a configuração precisa de atenção',
    refused: 'o servidor recusou',
    timeout: 'demorou demais',
    unreachable: 'não foi possível alcançar o servidor',
    unreadable: 'a resposta não pôde ser lida'
  },
  en: {
    failed: '{{name}} did not answer ({{why}}), so the ticket was handed to the team.',
    unsure: '{{name}} did not know the answer and handed the ticket to the team.',
    asked: '{{name}} handed the ticket to the team.',
    quota: 'the plan has no messages left this month',
    missing: 'it is no longer there',
    setup: 'its settings need attention',
    refused: 'the server refused',
    timeout: 'it took too long',
    unreachable: 'the server could not be reached',
    unreadable: 'the answer could not be read'
  },
  es: {
    failed: '{{name}} no respondió ({{why}}) y la atención pasó al equipo.',
    unsure: '{{name}} no supo responder y pasó la atención al equipo.',
    asked: '{{name}} pasó la atención al equipo.',
    quota: 'al plan no le quedan mensajes este mes',
    missing: 'ya no existe',
    setup: 'su configuración necesita atención',
    refused: 'el servidor la rechazó',
    timeout: 'tardó demasiado',
    unreachable: 'no se pudo llegar al servidor',
    unreadable: 'no se pudo leer la respuesta'
  }
}

/** The note of a hand-over: who handed over, and why. */
export function handOverNote(language: Language, name: string, { why, detail }: { why: Why; detail: string }): string {
  const words = texts[language]
  const isPlain = why === 'unsure' || why === 'asked'
  // Of a timeout there is nothing more to say.
  const reason = detail === '' || why === 'timeout' ? words[why] : `${words[why]}: ${detail}`
  return (isPlain ? words[why] : words.failed).replace('{{name}}', () => name).replace('{{why}}', () => reason)
}
