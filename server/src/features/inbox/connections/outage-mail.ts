// The mails about a number that has lost WhatsApp and about its return, in three languages.
import type { OutageReason } from '@guiche/shared/features/inbox/connection-uptime.ts'
import { formatPhone } from '@guiche/shared/kernel/phone.ts'
import type { Language } from '@guiche/shared/kernel/languages.ts'
import type { MailMessage } from '#platform/mail/mail.ts'
import { mailMoment } from '#platform/mail/mail-moment.ts'

export interface OutageFacts {
  kind: 'lost' | 'back'
  to: string
  language: Language
  /** Of the connection. */
  name: string
  /** Digits. */
  number: string | null
  reason: OutageReason | null
  timeZone: string
  since: Date
  /** When it came back. */
  until: Date | null
}

/** What somebody has to know of a reason: the others are those of a session that tries again. */
type Cause = 'logged-out' | 'replaced' | 'banned' | 'refused' | 'server-down' | 'trying'

function causeOf(reason: OutageReason | null): Cause {
  switch (reason) {
    case 'logged-out':
    case 'replaced':
    case 'banned':
    case 'refused':
    case 'server-down':
      return reason
    default:
      return 'trying'
  }
}

interface Said {
  name: string
  since: string
  /** How long it was away. */
  time: string
}

/** Where messages of customers are meanwhile: WhatsApp keeps them for a device, and has none for one that was removed. */
type Place = 'whatsapp' | 'phone'

const placeOf = (cause: Cause): Place => (cause === 'logged-out' || cause === 'banned' ? 'phone' : 'whatsapp')

interface Told {
  subject: (said: Said) => string
  first: (said: Said) => string
  messages: Record<Place, string>
}

interface Words {
  locale: string
  minutes: string
  lost: Told
  back: Told
  why: Record<Cause, string>
  todo: Record<Cause, string>
  link: string
  off: string
}

const words: Record<Language, Words> = {
  pt: {
    locale: 'pt-BR',
    minutes: 'menos de 1 min',
    lost: {
      subject: ({ name }) => `${name} está sem WhatsApp`,
      first: ({ name, since }) =>
        `${name} está sem WhatsApp desde ${since}. Nada chega ao Guichê nem sai dele por este número.`,
      messages: {
        whatsapp: 'O que os clientes escrevem espera no WhatsApp e chega quando o número voltar.',
        phone: 'O que os clientes escrevem aparece só no celular. O que a equipe escreve espera na fila de envio.'
      }
    },
    back: {
      subject: ({ name }) => `${name} voltou ao WhatsApp`,
      first: ({ name, since, time }) =>
        `${name} voltou ao WhatsApp depois de ${time}. Estava sem WhatsApp desde ${since}.`,
      messages: {
        whatsapp: 'O que foi escrito nesse tempo chegou ao Guichê, e o que esperava na fila de envio está saindo.',
        phone: 'Confira no celular o que os clientes escreveram nesse tempo: pode não ter chegado ao Guichê.'
      }
    },
    why: {
      'logged-out': 'o celular removeu este aparelho dos dispositivos conectados.',
      replaced: 'a sessão foi aberta em outro lugar.',
      banned: 'o WhatsApp bloqueou este número.',
      refused: 'o WhatsApp recusou a conexão.',
      'server-down': 'o servidor foi reiniciado, e o WhatsApp ainda não respondeu.',
      trying: 'não foi possível alcançar o WhatsApp pela rede.'
    },
    todo: {
      'logged-out': 'gere um novo QR code em Conexões e leia-o com o celular deste número.',
      replaced:
        'feche a outra sessão (no celular, em Dispositivos conectados) e toque em Tentar novamente em Conexões.',
      banned: 'abra o WhatsApp no celular: lá está o motivo e como pedir uma revisão. Depois conecte de novo.',
      refused: 'toque em Tentar novamente em Conexões. Se continuar, gere um novo QR code.',
      'server-down': 'nada, se voltar sozinho. Se não voltar, avise quem cuida do servidor.',
      trying:
        'nada, se voltar sozinho: o Guichê continua tentando. Confira também se o celular e o servidor têm internet.'
    },
    link: 'Conexões',
    off: 'Estes avisos vão para os administradores e podem ser desligados em Configurações, Opções.'
  },
  en: {
    locale: 'en-GB',
    minutes: 'less than 1 min',
    lost: {
      subject: ({ name }) => `${name} has no WhatsApp`,
      first: ({ name, since }) =>
        `${name} has had no WhatsApp since ${since}. Nothing reaches Guichê or leaves it over this number.`,
      messages: {
        whatsapp: 'What customers write waits at WhatsApp and arrives when the number is back.',
        phone: 'What customers write shows on the phone alone. What the team writes waits to go out.'
      }
    },
    back: {
      subject: ({ name }) => `${name} is back on WhatsApp`,
      first: ({ name, since, time }) => `${name} is back on WhatsApp after ${time}. It had none since ${since}.`,
      messages: {
        whatsapp: 'What was written meanwhile has arrived in Guichê, and what waited to go out is being sent.',
        phone: 'Look on the phone at what customers wrote meanwhile: it may not have reached Guichê.'
      }
    },
    why: {
      'logged-out': 'the phone removed this device from its linked devices.',
      replaced: 'the session was opened somewhere else.',
      banned: 'WhatsApp has blocked this number.',
      refused: 'WhatsApp refused the connection.',
      'server-down': 'the server was restarted, and WhatsApp has not answered yet.',
      trying: 'WhatsApp cannot be reached over the network.'
    },
    todo: {
      'logged-out': 'create a new QR code under Connections and scan it with the phone of this number.',
      replaced: 'close the other session (on the phone, under Linked devices) and press Try again under Connections.',
      banned: 'open WhatsApp on the phone: it says why, and how to ask for a review. Then connect it again.',
      refused: 'press Try again under Connections. If that does not help, create a new QR code.',
      'server-down': 'nothing, if it comes back by itself. If it does not, tell whoever looks after the server.',
      trying:
        'nothing, if it comes back by itself: Guichê keeps trying. Check that the phone and the server have internet, too.'
    },
    link: 'Connections',
    off: 'These e-mails go to the administrators and can be switched off under Settings, Options.'
  },
  es: {
    locale: 'es',
    minutes: 'menos de 1 min',
    lost: {
      subject: ({ name }) => `${name} está sin WhatsApp`,
      first: ({ name, since }) =>
        `${name} está sin WhatsApp desde ${since}. Nada llega a Guichê ni sale de él por este número.`,
      messages: {
        whatsapp: 'Lo que escriben los clientes espera en WhatsApp y llega cuando el número vuelva.',
        phone: 'Lo que escriben los clientes aparece solo en el celular. Lo que escribe el equipo espera para salir.'
      }
    },
    back: {
      subject: ({ name }) => `${name} volvió a WhatsApp`,
      first: ({ name, since, time }) =>
        `${name} volvió a WhatsApp después de ${time}. Estaba sin WhatsApp desde ${since}.`,
      messages: {
        whatsapp: 'Lo que se escribió en ese tiempo llegó a Guichê, y lo que esperaba para salir se está enviando.',
        phone: 'Revisa en el celular lo que los clientes escribieron en ese tiempo: puede no haber llegado a Guichê.'
      }
    },
    why: {
      'logged-out': 'el celular quitó este dispositivo de sus dispositivos vinculados.',
      replaced: 'la sesión se abrió en otro lugar.',
      banned: 'WhatsApp bloqueó este número.',
      refused: 'WhatsApp rechazó la conexión.',
      'server-down': 'el servidor se reinició, y WhatsApp todavía no respondió.',
      trying: 'no se puede llegar a WhatsApp por la red.'
    },
    todo: {
      'logged-out': 'genera un nuevo código QR en Conexiones y escanéalo con el celular de este número.',
      replaced:
        'cierra la otra sesión (en el celular, en Dispositivos vinculados) y toca Intentar de nuevo en Conexiones.',
      banned: 'abre WhatsApp en el celular: allí está el motivo y cómo pedir una revisión. Después conéctalo de nuevo.',
      refused: 'toca Intentar de nuevo en Conexiones. Si sigue igual, genera un nuevo código QR.',
      'server-down': 'nada, si vuelve solo. Si no vuelve, avisa a quien cuida del servidor.',
      trying:
        'nada, si vuelve solo: Guichê sigue intentando. Revisa también que el celular y el servidor tengan internet.'
    },
    link: 'Conexiones',
    off: 'Estos avisos van a los administradores y se pueden desactivar en Configuración, Opciones.'
  }
}

const labels: Record<Language, { why: string; todo: string; number: string }> = {
  pt: { why: 'Por quê', todo: 'O que fazer', number: 'Número' },
  en: { why: 'Why', todo: 'What to do', number: 'Number' },
  es: { why: 'Por qué', todo: 'Qué hacer', number: 'Número' }
}

function timeOf(ms: number, lessThanOne: string): string {
  const minutes = Math.round(ms / 60_000)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (minutes === 0) return lessThanOne
  return hours === 0 ? `${minutes} min` : `${hours} h ${rest} min`
}

/** The whole mail; `address` is the screen of the connections. */
export function outageMail(facts: OutageFacts, address: string): MailMessage {
  const { kind, to, language, name, number, reason, timeZone, since, until } = facts
  const { locale, minutes, why, todo, link, off, [kind]: told } = words[language]
  const label = labels[language]
  const time = timeOf((until ?? since).getTime() - since.getTime(), minutes)
  const said = { name, since: mailMoment(since, locale, timeZone), time }
  const cause = causeOf(reason)
  const lines = [
    told.first(said),
    told.messages[placeOf(cause)],
    ...(kind === 'lost' ? [`${label.why}: ${why[cause]}`, `${label.todo}: ${todo[cause]}`] : []),
    ...(number === null ? [] : [`${label.number}: ${formatPhone(number)}`]),
    `${link}: ${address}`,
    off
  ]
  return { to, subject: told.subject(said), text: `${lines.join('\n\n')}\n` }
}
