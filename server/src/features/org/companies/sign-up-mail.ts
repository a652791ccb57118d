// The mails of a sign-up, in three languages: the link that makes the company, or that there is an account already.
import type { Language } from '@guiche/shared/kernel/languages.ts'
import type { MailMessage } from '#platform/mail/mail.ts'

/** Hours for which the link is good. */
export const signUpHours = 24

interface Facts {
  to: string
  name: string
  company: string
  /** Null for somebody who has an account already. */
  link: string | null
}

interface Words {
  hello: (name: string) => string
  subject: string
  lines: (company: string, link: string) => string[]
  knownSubject: string
  known: string[]
}

const words: Record<Language, Words> = {
  pt: {
    hello: (name) => `Olá, ${name}!`,
    subject: 'Confirme o seu e-mail para começar no Guichê',
    lines: (company, link) => [
      `Abra este link para confirmar o seu e-mail e criar ${company} no Guichê: ${link}`,
      `O link vale por ${signUpHours} horas. O período de teste só começa depois da confirmação.`,
      'Se não foi você quem pediu, ignore este e-mail: nada é criado.'
    ],
    knownSubject: 'Você já tem uma conta no Guichê',
    known: [
      'Alguém tentou cadastrar uma empresa no Guichê com este e-mail, que já tem uma conta.',
      'Se foi você, entre com a sua senha. Se não se lembra dela, use “Esqueceu sua senha?” na tela de entrada.',
      'Se não foi você, ignore este e-mail: nada muda.'
    ]
  },
  en: {
    hello: (name) => `Hello, ${name}!`,
    subject: 'Confirm your e-mail to start with Guichê',
    lines: (company, link) => [
      `Open this link to confirm your e-mail and create ${company} on Guichê: ${link}`,
      `The link is valid for ${signUpHours} hours. The trial begins once you have confirmed.`,
      'If you did not ask for it, ignore this e-mail: nothing is created.'
    ],
    knownSubject: 'You already have a Guichê account',
    known: [
      'Somebody tried to register a company on Guichê with this e-mail, which already has an account.',
      'If it was you, sign in with your password. If you do not remember it, use “Forgot your password?” on the sign-in page.',
      'If it was not you, ignore this e-mail: nothing changes.'
    ]
  },
  es: {
    hello: (name) => `¡Hola, ${name}!`,
    subject: 'Confirma tu correo para empezar en Guichê',
    lines: (company, link) => [
      `Abre este enlace para confirmar tu correo y crear ${company} en Guichê: ${link}`,
      `El enlace es válido durante ${signUpHours} horas. La prueba empieza después de la confirmación.`,
      'Si no lo pediste tú, ignora este correo: no se crea nada.'
    ],
    knownSubject: 'Ya tienes una cuenta en Guichê',
    known: [
      'Alguien intentó registrar una empresa en Guichê con este correo, que ya tiene una cuenta.',
      'Si fuiste tú, entra con tu contraseña. Si no la recuerdas, usa “¿Olvidaste tu contraseña?” en la pantalla de entrada.',
      'Si no fuiste tú, ignora este correo: nada cambia.'
    ]
  }
}

export function signUpMail(language: Language, { to, name, company, link }: Facts): MailMessage {
  const said = words[language]
  // What a stranger typed as a name does not stand in the mail to somebody else.
  const lines = link === null ? said.known : [said.hello(name), ...said.lines(company, link)]
  return { to, subject: link === null ? said.knownSubject : said.subject, text: `${lines.join('\n\n')}\n` }
}
