// What is said to whoever wants to hear of no campaign any more, in the language of the company's customers.
import type { Language } from '@guiche/shared/kernel/languages.ts'

export const optOutTexts: Record<Language, string> = {
  pt: 'Pronto! Você não vai mais receber as nossas campanhas. Se precisar de nós, é só escrever aqui.',
  en: 'Done! You will not receive our campaigns any more. If you need us, just write here.',
  es: '¡Listo! Ya no recibirá nuestras campañas. Si nos necesita, escríbanos por aquí.'
}
