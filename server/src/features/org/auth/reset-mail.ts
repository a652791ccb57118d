// The mail that carries a reset code, in three languages.
import type { MailMessage } from '#platform/mail/mail.ts'

export const mailLanguages = ['pt', 'en', 'es'] as const
export type MailLanguage = (typeof mailLanguages)[number]

/** The first language of an Accept-Language header that we write; Portuguese otherwise. */
export function mailLanguageOf(header: string | undefined): MailLanguage {
  const asked = (header ?? '').split(',').map((part) => part.trim().slice(0, 2).toLowerCase())
  return asked.map((tag) => mailLanguages.find((language) => language === tag)).find(Boolean) ?? 'pt'
}

interface Words {
  subject: string
  lines: (name: string, code: string, minutes: number) => string[]
}

const words: Record<MailLanguage, Words> = {
  pt: {
    subject: 'Seu código para redefinir a senha',
    lines: (name, code, minutes) => [
      `Olá, ${name}!`,
      `Use este código para criar uma nova senha: ${code}`,
      `Ele vale por ${minutes} minutos.`,
      'Se não foi você quem pediu, ignore este e-mail: sua senha continua a mesma.'
    ]
  },
  en: {
    subject: 'Your code to reset the password',
    lines: (name, code, minutes) => [
      `Hello, ${name}!`,
      `Use this code to set a new password: ${code}`,
      `It is valid for ${minutes} minutes.`,
      'If you did not ask for it, ignore this e-mail: your password stays as it is.'
    ]
  },
  es: {
    subject: 'Tu código para restablecer la contraseña',
    lines: (name, code, minutes) => [
      `¡Hola, ${name}!`,
      `Usa este código para crear una nueva contraseña: ${code}`,
      `Es válido durante ${minutes} minutos.`,
      'Si no lo has pedido tú, ignora este correo: tu contraseña no cambia.'
    ]
  }
}

export function resetMail(
  language: MailLanguage,
  to: string,
  { name, code, minutes }: { name: string; code: string; minutes: number }
): MailMessage {
  return {
    to,
    subject: words[language].subject,
    text: `${words[language].lines(name, code, minutes).join('\n\n')}\n`
  }
}
