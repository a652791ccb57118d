// The mail about a changed password, mail address or token, in three languages.
import { z } from 'zod'
import { languages, type Language } from '@guiche/shared/kernel/languages.ts'
import type { MailMessage } from '#platform/mail/mail.ts'
import { mailMoment } from '#platform/mail/mail-moment.ts'

/** What opens an account. A further kind needs its sentences below. */
const accountChanges = ['password', 'email', 'token'] as const
export type AccountChange = (typeof accountChanges)[number]

export const accountChangeFacts = z.object({
  to: z.string(),
  name: z.string(),
  language: z.enum(languages),
  timeZone: z.string(),
  changes: z.array(z.enum(accountChanges)).min(1),
  how: z.enum(['own', 'admin', 'reset-code']),
  /** Name of the admin who did it. */
  admin: z.string().nullable(),
  /** The new address, masked. */
  newEmail: z.string().nullable(),
  /** Name of the connection that a token was made for. */
  connection: z.string().nullable().default(null),
  /** Milliseconds since 1970. */
  at: z.number()
})
export type AccountChangeFacts = z.output<typeof accountChangeFacts>

interface Words {
  locale: string
  hello: (name: string) => string
  subject: Record<AccountChange | 'both', string>
  what: { password: string; email: (address: string) => string; token: (connection: string) => string }
  when: (moment: string) => string
  how: Record<'own' | 'reset-code', string> & { admin: (name: string) => string }
  notYou: { token: string; reset: (link: string) => string; askAdmin: string; askThem: (name: string) => string }
}

const words: Record<Language, Words> = {
  pt: {
    locale: 'pt-BR',
    hello: (name) => `Olá, ${name}!`,
    subject: {
      password: 'Sua senha foi trocada',
      email: 'O e-mail da sua conta foi trocado',
      token: 'Um token para outros programas foi gerado',
      both: 'O e-mail e a senha da sua conta foram trocados'
    },
    what: {
      password: 'A senha da sua conta no Guichê foi trocada.',
      email: (address) => `O e-mail da sua conta no Guichê agora é ${address}. O endereço anterior não entra mais.`,
      token: (connection) =>
        `Na sua conta do Guichê foi gerado um token da conexão ${connection}. Com ele, outros programas enviam mensagens e recebem eventos.`
    },
    when: (moment) => `Quando: ${moment}`,
    how: {
      own: 'Quem: alguém que estava na sua conta.',
      'reset-code': 'Como: com o código que enviamos a este e-mail.',
      admin: (name) => `Quem: ${name}, que administra a conta da sua empresa.`
    },
    notYou: {
      token: 'Se não foi você, gere outro token ao editar a conexão, o que encerra este, e depois troque a sua senha.',
      reset: (link) => `Se não foi você, crie agora outra senha: ${link}`,
      askAdmin: 'Se não foi você, avise agora quem administra o Guichê na sua empresa e peça o seu e-mail de volta.',
      askThem: (name) => `Se você não esperava por isso, fale com ${name}.`
    }
  },
  en: {
    locale: 'en-GB',
    hello: (name) => `Hello, ${name}!`,
    subject: {
      password: 'Your password was changed',
      email: 'The e-mail of your account was changed',
      token: 'A token for other programs was generated',
      both: 'The e-mail and the password of your account were changed'
    },
    what: {
      password: 'The password of your Guichê account was changed.',
      email: (address) =>
        `The e-mail of your Guichê account is now ${address}. The previous address no longer signs in.`,
      token: (connection) =>
        `A token for the connection ${connection} was generated from your Guichê account. With it, other programs send messages and receive events.`
    },
    when: (moment) => `When: ${moment}`,
    how: {
      own: 'Who: somebody who was signed in to your account.',
      'reset-code': 'How: with the code that we sent to this e-mail.',
      admin: (name) => `Who: ${name}, who administers your company’s account.`
    },
    notYou: {
      token:
        'If it was not you, generate another token when editing the connection, which ends this one, and then change your password.',
      reset: (link) => `If it was not you, set another password now: ${link}`,
      askAdmin: 'If it was not you, tell whoever administers Guichê in your company now, and ask for your e-mail back.',
      askThem: (name) => `If you did not expect this, talk to ${name}.`
    }
  },
  es: {
    locale: 'es-ES',
    hello: (name) => `¡Hola, ${name}!`,
    subject: {
      password: 'Se cambió tu contraseña',
      email: 'Se cambió el correo de tu cuenta',
      token: 'Se generó un token para otros programas',
      both: 'Se cambiaron el correo y la contraseña de tu cuenta'
    },
    what: {
      password: 'Se cambió la contraseña de tu cuenta de Guichê.',
      email: (address) =>
        `El correo de tu cuenta de Guichê es ahora ${address}. Con la dirección anterior ya no se puede entrar.`,
      token: (connection) =>
        `Desde tu cuenta de Guichê se generó un token de la conexión ${connection}. Con él, otros programas envían mensajes y reciben eventos.`
    },
    when: (moment) => `Cuándo: ${moment}`,
    how: {
      own: 'Quién: alguien que tenía tu cuenta abierta.',
      'reset-code': 'Cómo: con el código que enviamos a este correo.',
      admin: (name) => `Quién: ${name}, que administra la cuenta de tu empresa.`
    },
    notYou: {
      token:
        'Si no fuiste tú, genera otro token al editar la conexión, lo que anula este, y después cambia tu contraseña.',
      reset: (link) => `Si no fuiste tú, crea ahora otra contraseña: ${link}`,
      askAdmin:
        'Si no fuiste tú, avisa ahora a quien administra Guichê en tu empresa y pide que te devuelva tu correo.',
      askThem: (name) => `Si no lo esperabas, habla con ${name}.`
    }
  }
}

function adviceOf({ notYou }: Words, { admin, changes }: AccountChangeFacts, resetLink: string): string {
  if (changes.includes('token')) return notYou.token
  if (admin !== null) return notYou.askThem(admin)
  return changes.includes('email') ? notYou.askAdmin : notYou.reset(resetLink)
}

function sentenceOf({ what }: Words, { newEmail, connection }: AccountChangeFacts, change: AccountChange): string {
  if (change === 'email') return what.email(newEmail ?? '')
  return change === 'token' ? what.token(connection ?? '') : what.password
}

/** The whole mail; `resetLink` is the screen for a forgotten password. */
export function accountChangeMail(facts: AccountChangeFacts, resetLink: string): MailMessage {
  const { to, name, language, timeZone, changes, how, admin, at } = facts
  const told = words[language]
  const [first = 'password'] = changes
  const lines = [
    told.hello(name),
    ...changes.map((change) => sentenceOf(told, facts, change)),
    told.when(mailMoment(new Date(at), told.locale, timeZone)),
    how === 'admin' ? told.how.admin(admin ?? '') : told.how[how],
    adviceOf(told, facts, resetLink)
  ]
  return { to, subject: told.subject[changes.length > 1 ? 'both' : first], text: `${lines.join('\n\n')}\n` }
}
