// The mail about a limit that is nearly or wholly full, in three languages.
import { z } from 'zod'
import { quotaNotice, type QuotaNotice } from '@guiche/shared/features/org/quotas.ts'
import { languages, type Language } from '@guiche/shared/kernel/languages.ts'
import type { MailMessage } from '#platform/mail/mail.ts'

export const quotaFactsOfMail = z.object({
  to: z.string(),
  name: z.string(),
  language: z.enum(languages),
  ...quotaNotice.shape
})
type Facts = z.output<typeof quotaFactsOfMail>

type Kind = QuotaNotice['kind']

interface Words {
  locale: string
  hello: (name: string) => string
  subject: Record<Kind, Record<80 | 100, string>>
  /** What is used of what the plan allows. */
  used: Record<Kind, (used: string, limit: string) => string>
  /** What follows of it once nothing is left. */
  full: Record<Kind, string>
  todo: (link: string) => string
}

const words: Record<Language, Words> = {
  pt: {
    locale: 'pt-BR',
    hello: (name) => `Olá, ${name}!`,
    subject: {
      messages: {
        80: 'Mais de 80 % das mensagens do mês já foram enviadas',
        100: 'As mensagens do plano acabaram neste mês'
      },
      storage: { 80: 'O espaço para arquivos está quase cheio', 100: 'O espaço para arquivos está cheio' },
      campaigns: {
        80: 'Mais de 80 % das campanhas do mês já foram usadas',
        100: 'As campanhas do plano acabaram neste mês'
      }
    },
    used: {
      messages: (used, limit) => `A sua empresa enviou ${used} das ${limit} mensagens que o plano permite por mês.`,
      storage: (used, limit) => `Os arquivos da sua empresa ocupam ${used} dos ${limit} que o plano permite.`,
      campaigns: (used, limit) => `A sua empresa usou ${used} das ${limit} campanhas que o plano permite por mês.`
    },
    full: {
      messages:
        'Até o próximo mês, mensagens novas são recusadas, o robô fica em silêncio e as campanhas ficam em pausa, sem perder ninguém. O que os clientes escrevem continua chegando.',
      storage:
        'Arquivos novos da equipe são recusados até haver espaço. O que os clientes enviam continua sendo guardado.',
      campaigns: 'Até o próximo mês, nenhuma outra campanha pode ser iniciada ou agendada.'
    },
    todo: (link) => `Veja o uso do plano e escolha um plano maior em Financeiro: ${link}`
  },
  en: {
    locale: 'en-GB',
    hello: (name) => `Hello, ${name}!`,
    subject: {
      messages: {
        80: 'More than 80% of this month’s messages were sent',
        100: 'The plan has no messages left this month'
      },
      storage: { 80: 'The space for files is nearly full', 100: 'The space for files is full' },
      campaigns: {
        80: 'More than 80% of this month’s campaigns were used',
        100: 'The plan has no campaigns left this month'
      }
    },
    used: {
      messages: (used, limit) => `Your company has sent ${used} of the ${limit} messages that its plan allows a month.`,
      storage: (used, limit) => `Your company’s files take ${used} of the ${limit} that its plan allows.`,
      campaigns: (used, limit) =>
        `Your company has used ${used} of the ${limit} campaigns that its plan allows a month.`
    },
    full: {
      messages:
        'Until next month new messages are refused, the bot is silent and campaigns are paused without losing anybody. What customers write still arrives.',
      storage: 'New files of the team are refused until there is room. What customers send is still kept.',
      campaigns: 'Until next month no further campaign can be started or scheduled.'
    },
    todo: (link) => `See the plan usage and choose a larger plan under Billing: ${link}`
  },
  es: {
    locale: 'es-ES',
    hello: (name) => `¡Hola, ${name}!`,
    subject: {
      messages: {
        80: 'Ya se envió más del 80 % de los mensajes del mes',
        100: 'Al plan no le quedan mensajes este mes'
      },
      storage: { 80: 'El espacio para archivos está casi lleno', 100: 'El espacio para archivos está lleno' },
      campaigns: {
        80: 'Ya se usó más del 80 % de las campañas del mes',
        100: 'Al plan no le quedan campañas este mes'
      }
    },
    used: {
      messages: (used, limit) => `Tu empresa envió ${used} de los ${limit} mensajes que su plan permite por mes.`,
      storage: (used, limit) => `Los archivos de tu empresa ocupan ${used} de los ${limit} que permite su plan.`,
      campaigns: (used, limit) => `Tu empresa usó ${used} de las ${limit} campañas que su plan permite por mes.`
    },
    full: {
      messages:
        'Hasta el próximo mes se rechazan mensajes nuevos, el bot guarda silencio y las campañas quedan en pausa, sin perder a nadie. Lo que escriben los clientes sigue llegando.',
      storage:
        'Se rechazan archivos nuevos del equipo hasta que haya espacio. Lo que envían los clientes se sigue guardando.',
      campaigns: 'Hasta el próximo mes no se puede iniciar ni programar otra campaña.'
    },
    todo: (link) => `Mira el uso del plan y elige un plan mayor en Finanzas: ${link}`
  }
}

function amount(kind: Kind, value: number, locale: string): string {
  if (kind !== 'storage') return value.toLocaleString(locale)
  const [size, unit] = value < 1e9 ? [value / 1e6, 'MB'] : [value / 1e9, 'GB']
  return `${size.toLocaleString(locale, { maximumFractionDigits: 1 })} ${unit}`
}

/** `link`: the address of the screen that shows it. */
export function quotaMail({ to, name, language, kind, level, used, limit }: Facts, link: string): MailMessage {
  const said = words[language]
  const lines = [
    said.hello(name),
    said.used[kind](amount(kind, used, said.locale), amount(kind, limit, said.locale)),
    ...(level === 100 ? [said.full[kind]] : []),
    said.todo(link)
  ]
  return { to, subject: said.subject[kind][level], text: `${lines.join('\n\n')}\n` }
}
