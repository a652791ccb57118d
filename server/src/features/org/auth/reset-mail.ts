// The mail that carries a reset code, in three languages.
import type { Language } from '@guiche/shared/kernel/languages.ts'
import type { MailMessage } from '#platform/mail/mail.ts'

interface Words {
  subject: string
  lines: (name: string, code: string, minutes: number) => string[]
}

const words: Record<Language, Words> = {
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
    subject: 'Your code to reset your password',
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
      'Si no lo pediste tú, ignora este correo: tu contraseña no cambia.'
    ]
  }
}

export function resetMail(
  language: Language,
  to: string,
  { name, code, minutes }: { name: string; code: string; minutes: number }
): MailMessage {
  return {
    to,
    subject: words[language].subject,
    text: `${words[language].lines(name, code, minutes).join('\n\n')}\n`
  }
}
